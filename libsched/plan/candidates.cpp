#include <libsched/plan/detail/candidates.hpp>

#include <algorithm>
#include <utility>

#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/scenario/devices.hpp>

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

/// Replicas that an MPS server has clients for.
int most_clients(const scenario::Scenario& scenario, const Target& target) {
  int processes = 1;
  for (const workload::Workload& work : scenario.workloads) processes = std::max(processes, work.processes);
  return scenario::most_mps_clients({target.model, target.instance, 1, scenario.gpu.cuda}) / processes;
}

}  // namespace

std::vector<Layout> layouts(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                            const PlanOptions& options) {
  std::vector<Layout> all;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    all.push_back({t, {scenario::Mode::kExclusive, 1}});
    int most = most_replicas(scenario, options);
    if (asks(options, scenario::Mode::kTimeSlicing)) {
      for (int k = 2; k <= most; ++k) all.push_back({t, {scenario::Mode::kTimeSlicing, k}});
    }
    if (asks(options, scenario::Mode::kMps)) {
      most = std::min(most, most_clients(scenario, targets[t]));
      for (int k = 2; k <= most; ++k) all.push_back({t, {scenario::Mode::kMps, k}});
    }
    if (asks(options, scenario::Mode::kMig)) {
      for (Shape& shape : mig_shapes(targets[t].model)) all.push_back({t, std::move(shape)});
    }
  }
  return all;
}

bool may_judge(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix, std::size_t w) {
  const workload::Workload& work = scenario.workloads[w];
  return work.route == workload::Route::kSharedQueue && 2 * pods_seen(scenario, shape, mix, w) > work.pods;
}

void propose(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
             const PlanOptions& options, Proposals& into) {
  const Target& target = targets[layout.target];
  Proposal proposal{layout, {}, worst_memory(scenario, target, layout.shape), {}, {}, {}};
  const auto ask = [&](Mix mix, std::vector<bool> judged) {
    into.requests.push_back({layout.target, layout.shape, std::move(mix), std::move(judged)});
    return into.requests.size() - 1;
  };
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    proposal.mixes.push_back(worst_mix(scenario, target, w, layout.shape.replicas));
  }
  const bool fits = !proposal.memory || proposal.memory->fits();
  if (fits && options.closed_forms) proposal.floor = floor_above_slo(scenario, target, layout.shape);
  if (fits && !proposal.floor) {
    for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
      const Mix& mix = proposal.mixes[w];
      std::vector<bool> judged(mix.size());
      for (std::size_t v = 0; v < mix.size(); ++v) judged[v] = v == w || may_judge(scenario, layout.shape, mix, v);
      proposal.worst.push_back(ask(mix, std::move(judged)));
    }
    if (options.proportional_mix) proposal.proportional = ask(proportional_mix(scenario, layout.shape.replicas), {});
  }
  into.list.push_back(std::move(proposal));
}

}  // namespace libsched::plan::detail
