#include <libsched/plan/detail/candidates.hpp>

#include <algorithm>

namespace libsched::plan::detail {
namespace {

bool asks(const PlanOptions& options, scenario::Mode mode) {
  return options.modes.empty() || std::find(options.modes.begin(), options.modes.end(), mode) != options.modes.end();
}

/// More slots than the fleet has pods cannot be filled.
int most_replicas(const scenario::Scenario& scenario, const PlanOptions& options) {
  return std::max(2, std::min(options.max_replicas, fleet_pods(scenario)));
}

}  // namespace

Proposals propose(const scenario::Scenario& scenario, const std::vector<Target>& targets, const PlanOptions& options) {
  Proposals result;
  const auto add = [&](std::size_t t, scenario::Mode mode, int replicas) {
    Proposal proposal{t, mode, replicas, worst_memory(scenario, targets[t], replicas), {}, {}};
    if (!proposal.memory || proposal.memory->fits()) {
      for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
        proposal.worst.push_back(result.requests.size());
        result.requests.push_back({t, mode, replicas, worst_mix(scenario, targets[t], w, replicas)});
      }
      if (options.proportional_mix) {
        proposal.proportional = result.requests.size();
        result.requests.push_back({t, mode, replicas, proportional_mix(scenario, replicas)});
      }
    }
    result.list.push_back(std::move(proposal));
  };
  for (std::size_t t = 0; t < targets.size(); ++t) {
    add(t, scenario::Mode::kExclusive, 1);
    if (!asks(options, scenario::Mode::kTimeSlicing)) continue;
    for (int k = 2; k <= most_replicas(scenario, options); ++k) add(t, scenario::Mode::kTimeSlicing, k);
  }
  return result;
}

}  // namespace libsched::plan::detail
