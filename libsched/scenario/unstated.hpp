#pragma once

#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/hw/gpu.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// What workloads do not say and the answer rests on all the same, with what is taken instead: one line for each kind
/// of number, memory first. A workload whose `framework` is empty gives none: it counts as a bare CUDA context.
std::vector<std::string> unstated(const Scenario& scenario);

/// What of it may undo a verdict, as warnings: memory that is not modelled, contexts that are likely larger.
Issues unstated_warnings(const Scenario& scenario);

/// The size of the CUDA contexts that are counted on `card`, one line for each framework; nothing where no memory is
/// modelled.
std::vector<std::string> context_sizes(const Scenario& scenario, const hw::GpuModel& card);

}  // namespace libsched::scenario
