#pragma once

#include <vector>

#include <libsched/plan/detail/evaluate.hpp>
#include <libsched/plan/detail/memory.hpp>

namespace libsched::plan::detail {

/// One candidate before it is judged, and the mixes that judge it.
struct Proposal {
  std::size_t target = 0;
  scenario::Mode mode = scenario::Mode::kExclusive;
  int replicas = 1;
  std::optional<MemoryNeed> memory;
  std::vector<std::size_t> worst;  ///< per workload, its request in the common list; empty where memory does not fit
  std::optional<std::size_t> proportional;
};

/// All candidates, in a fixed order (instance, mode, replicas), and the simulations they need.
struct Proposals {
  std::vector<Proposal> list;
  std::vector<MixRequest> requests;
};
Proposals propose(const scenario::Scenario& scenario, const std::vector<Target>& targets, const PlanOptions& options);

/// The candidate with everything but its place in the ranking.
Candidate judge(const scenario::Scenario& scenario, const Target& target, const Proposal& proposal,
                const std::vector<MixResult>& results);

}  // namespace libsched::plan::detail
