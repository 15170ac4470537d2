#pragma once

#include <libsched/plan/detail/solve.hpp>

namespace libsched::plan::detail {

/// True where all pods together have a rate and the file does not say how many pods there are.
bool pods_are_free(const workload::Workload& workload);
bool pods_are_free(const scenario::Scenario& scenario);

/// The scenario with about `total` pods in all of the workloads whose number is free, by the GPU time that each asks.
/// More in total never means fewer for one.
scenario::Scenario with_free_pods(const scenario::Scenario& scenario, const Target& target, int total);

/// The scenario with the fleet that `candidate` has: every number of pods is given.
scenario::Scenario as_built(scenario::Scenario scenario, const Candidate& candidate);

/// One layout with the least pods that keep the SLOs, found by doubling and bisection; with the most that were looked
/// at where none do.
Solution solve_free_pods(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                         const PlanOptions& options, Effort effort);

}  // namespace libsched::plan::detail
