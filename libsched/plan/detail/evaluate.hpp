#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include <libsched/plan/detail/mix.hpp>
#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// How well a mix is looked at: the nominal run alone, or after a coarse look also what its interval needs.
enum class Effort { kNominal, kFull };

/// One workload on one kind of full GPU.
struct MixRequest {
  std::size_t target = 0;
  Shape shape;
  Mix mix;
};

/// What came of it; `report` is empty where the closed form already says no, or the run was interrupted.
struct MixResult {
  bool decided = false;
  double load = 0;  ///< of the open workloads
  std::optional<scenario::Report> report;
  std::optional<scenario::Report> low, high;  ///< at the ends of an estimated card's GPU time
  bool stable() const;
};

/// Simulates one request in the caller's thread.
MixResult run_mix(const scenario::Scenario& scenario, const Target& target, const MixRequest& request, Effort effort,
                  const std::atomic<bool>* interrupt);

/// Simulates every distinct request once, on all cores, and answers in the order asked. Requests that only differ in
/// replicas are the same where replicas admit and only pods compete.
std::vector<MixResult> evaluate(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                const std::vector<MixRequest>& requests, const PlanOptions& options,
                                Effort effort = Effort::kFull);

}  // namespace libsched::plan::detail
