#pragma once

#include <vector>

#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// What the file and the options leave out, or cannot mean.
void note_question(const scenario::Scenario& scenario, const std::vector<Target>& targets, const PlanOptions& options,
                   Plan& plan);

/// A workload behind a shared queue of which the mixes show no more than half: those of what the verdict names (or of
/// the nearest miss), or of candidates that would be cheaper.
void note_split_queues(const scenario::Scenario& scenario, Plan& plan);

/// The device plugin does not set what the file gives MPS clients of what the verdict names; a pod can lower some of
/// it.
void note_client_settings(const scenario::Scenario& scenario, Plan& plan);

}  // namespace libsched::plan::detail
