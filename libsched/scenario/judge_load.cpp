#include <algorithm>

#include <fmt/format.h>

#include <libsched/actors/recorder.hpp>
#include <libsched/analytic/stability.hpp>
#include <libsched/scenario/detail/device_load.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/system_spec.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::scenario {

namespace {

/// What chance alone may leave waiting when a trace ends: a load is judged by what is beyond it, as in a simulation
/// (docs/models/statistics.md). Two requests at once are no load.
double beyond_chance(double requests) {
  return std::max(0.0, 1 - actors::longest_by_chance(requests) / requests);
}

/// Requests per second that each running pod gets for certain; what waits for others goes to those that run.
double certain_rate_per_s(const workload::Workload& workload, int running_pods) {
  double rate = workload::mean_rate_per_s(workload.arrivals).value_or(0);
  double share = 1;
  if (workload.route != workload::Route::kPerPod) share /= running_pods + workload.pods_elsewhere;
  if (const auto* trace = std::get_if<workload::Trace>(&workload.arrivals)) {
    const bool one_queue = workload.route == workload::Route::kSharedQueue;
    rate *= beyond_chance(static_cast<double>(trace->at.size()) * (one_queue ? 1 : share));
  }
  return rate * share;
}

/// Requests per second that the tenants of one device take from a queue at most: each one after the other, and, unless
/// they run side by side, all of them one GPU.
double most_served_per_s(const analytic::TenantGroup& group, bool side_by_side) {
  const double alone = group.tenants * group.streams / group.serial_s;
  return side_by_side ? alone : std::min(alone, 1 / group.gpu_s);
}

}  // namespace

std::vector<LoadVerdict> judge_load(const Scenario& scenario, const Placement& placement, Variant variant) {
  const hw::GpuModel& card = scenario.gpu.model;
  const share::SlicingParameters p = slicing_parameters(card.profile, variant);
  const analytic::TurnCost cost{to_seconds(std::min(p.preempt, p.voluntary) + p.refill),
                                to_seconds(std::max({p.preempt, p.voluntary, p.idle}) + p.refill + p.idle_gap),
                                to_seconds(p.slice)};
  const std::vector<Device> parts = devices(scenario);
  const auto per_node = static_cast<std::uint32_t>(gpus_per_node(scenario));
  const auto node_of = [&](std::uint32_t d) { return parts[d].gpu / per_node; };
  struct Node {
    int tenants = 0;
    int host_threads = 0;
  };
  std::vector<Node> nodes(node_of(static_cast<std::uint32_t>(parts.size()) - 1) + 1);
  std::vector<std::vector<int>> tenants(parts.size());  // by device and workload
  std::vector<int> running(scenario.workloads.size());
  for (const actors::PodSpec& pod : placement.pods) {
    const workload::Workload& workload = scenario.workloads[pod.workload];
    Node& node = nodes[node_of(pod.gpu)];
    ++running[pod.workload];
    node.tenants += pod.processes;
    // What the host bounds on a small instance is host time too, whatever the file calls it.
    const bool host_bound =
        workload.request.launch == workload::Launch::kAsync && !workload.request.gpu_ms_small.empty();
    if (workload.request.cpu_ms.mean() > 0 || host_bound) node.host_threads += pod.processes * workload.streams;
    tenants[pod.gpu].resize(scenario.workloads.size());
    tenants[pod.gpu][pod.workload] += pod.processes;
  }
  std::vector<double> pod_rates;
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    pod_rates.push_back(running[w] > 0 ? certain_rate_per_s(scenario.workloads[w], running[w]) : 0);
  }
  std::vector<LoadVerdict> verdicts(scenario.workloads.size());
  std::vector<double> most_served(scenario.workloads.size());  // per second, by all pods behind one queue
  struct Judged {
    std::vector<std::uint32_t> owners;
    std::vector<analytic::Stability> stability;
  };
  std::vector<Judged> all;
  for (LoadVerdict& verdict : verdicts) verdict.certain = true;
  for (std::uint32_t d = 0; d < parts.size(); ++d) {
    if (tenants[d].empty()) continue;
    const Node& node = nodes[node_of(d)];
    detail::HostTime host{1 + card.profile.host_contention.nominal * std::max(0, node.tenants - 1)};
    if (scenario.gpu.instance) host.stretch = std::max(1.0, 1.0 * node.host_threads / scenario.gpu.instance->vcpus);
    const detail::DeviceLoad here =
        detail::device_load(scenario, {tenants[d], running, pod_rates}, parts[d], p, host, variant);
    const auto& [groups, owners, traces] = here;
    const bool mps = parts[d].shared_by(Mode::kMps);
    const auto judged = [&](const std::vector<analytic::TenantGroup>& of) {
      return mps ? detail::judge_clients(scenario, parts[d], of, owners, variant) : analytic::stability(of, cost);
    };
    const auto stability = judged(groups);
    // A shared queue gives a crowded GPU less, so for certain its pods there ask nothing of it.
    std::vector<analytic::TenantGroup> least = groups;
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (scenario.workloads[owners[i]].route == workload::Route::kSharedQueue) least[i].rate_per_s = 0;
    }
    const auto stability_at_least = judged(least);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      LoadVerdict& verdict = verdicts[owners[i]];
      // Behind one queue a crowded GPU only serves less of it: what counts is whether all together keep up.
      most_served[owners[i]] += most_served_per_s(groups[i], mps);
      const bool shares_queue = scenario.workloads[owners[i]].route == workload::Route::kSharedQueue;
      if (stability[i] == analytic::Stability::kUndecided || (stability[i] == analytic::Stability::kStable && traces) ||
          (stability[i] == analytic::Stability::kUnstable &&
           (shares_queue || stability_at_least[i] != analytic::Stability::kUnstable))) {
        verdict.certain = false;
      } else if (stability[i] == analytic::Stability::kUnstable) {
        const analytic::TenantGroup& g = groups[i];
        const double alone = g.rate_per_s * g.serial_s / g.streams;
        verdict.stable = false;
        verdict.reason = alone >= 1 ? fmt::format("one pod alone has {:.2f} s of work a second", alone)
                                    : fmt::format("its pods ask {:.2f} of GPU {} before switch costs",
                                                  g.tenants * g.rate_per_s * g.gpu_s, parts[d].gpu);
      }
    }
    all.push_back({owners, stability});
  }
  for (std::size_t w = 0; w < verdicts.size(); ++w) {
    const bool shares_queue = scenario.workloads[w].route == workload::Route::kSharedQueue;
    const double arrive_per_s = pod_rates[w] * running[w];
    if (running[w] > 0 && shares_queue && arrive_per_s >= most_served[w]) {
      verdicts[w].stable = false;
      verdicts[w].reason = fmt::format("of {:.4g} requests a second all its pods together serve at most {:.4g}",
                                       arrive_per_s, most_served[w]);
    }
    const bool ends = std::holds_alternative<workload::Trace>(scenario.workloads[w].arrivals);
    if (!verdicts[w].stable && ends) verdicts[w].reason += " (beyond chance), as long as its trace lasts";
    verdicts[w].certain |= !verdicts[w].stable;
  }
  // What one device makes unstable is simulated as always busy on all of them: there it asks more than it was judged
  // by.
  for (const Judged& here : all) {
    bool busier = false;
    for (std::size_t i = 0; i < here.owners.size(); ++i) {
      busier |= !verdicts[here.owners[i]].stable && here.stability[i] != analytic::Stability::kUnstable;
    }
    for (const std::uint32_t w : here.owners) verdicts[w].certain &= !busier || !verdicts[w].stable;
  }
  return verdicts;
}

}  // namespace libsched::scenario
