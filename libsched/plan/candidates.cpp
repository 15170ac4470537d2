#include <libsched/plan/detail/candidates.hpp>

#include <algorithm>
#include <utility>

#include <libsched/plan/detail/free_pods.hpp>

namespace libsched::plan::detail {
namespace {

bool asks(const PlanOptions& options, scenario::Mode mode) {
  return options.modes.empty() || std::find(options.modes.begin(), options.modes.end(), mode) != options.modes.end();
}

/// More slots than the fleet has pods cannot be filled.
int most_replicas(const scenario::Scenario& scenario, const PlanOptions& options) {
  if (pods_are_free(scenario)) return options.max_replicas;
  return std::max(2, std::min(options.max_replicas, fleet_pods(scenario)));
}

}  // namespace

std::vector<Layout> layouts(const scenario::Scenario& scenario, std::size_t target_count, const PlanOptions& options) {
  std::vector<Layout> all;
  for (std::size_t t = 0; t < target_count; ++t) {
    all.push_back({t, scenario::Mode::kExclusive, 1});
    if (!asks(options, scenario::Mode::kTimeSlicing)) continue;
    for (int k = 2; k <= most_replicas(scenario, options); ++k) all.push_back({t, scenario::Mode::kTimeSlicing, k});
  }
  return all;
}

void propose(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
             const PlanOptions& options, Proposals& into) {
  const Target& target = targets[layout.target];
  Proposal proposal{layout, worst_memory(scenario, target, layout.replicas), {}, {}};
  const auto ask = [&](Mix mix) {
    into.requests.push_back({layout.target, layout.mode, layout.replicas, std::move(mix)});
    return into.requests.size() - 1;
  };
  if (!proposal.memory || proposal.memory->fits()) {
    for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
      proposal.worst.push_back(ask(worst_mix(scenario, target, w, layout.replicas)));
    }
    if (options.proportional_mix) proposal.proportional = ask(proportional_mix(scenario, layout.replicas));
  }
  into.list.push_back(std::move(proposal));
}

}  // namespace libsched::plan::detail
