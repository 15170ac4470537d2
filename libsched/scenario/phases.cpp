#include <algorithm>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

namespace {

/// The streams of requests that meet in one place and repeat themselves: chance never shifts one against the others.
struct Meeting {
  std::vector<bool> seen;  ///< workloads whose one stream, for all pods, has been counted
  int fixed = 0;           ///< streams with a drawn phase
  int others = 0;          ///< that have a beat of their own

  void add(std::uint32_t w, const workload::Workload& workload) {
    const bool is_fixed = std::holds_alternative<workload::Deterministic>(workload.arrivals);
    const bool has_beat = workload.closed() || std::holds_alternative<workload::Trace>(workload.arrivals);
    if (!is_fixed && !has_beat) return;
    if (workload.route != workload::Route::kPerPod) {
      seen.resize(std::max<std::size_t>(seen.size(), w + 1));
      if (seen[w]) return;
      seen[w] = true;
    }
    ++(is_fixed ? fixed : others);
  }
  bool matters() const { return fixed > 0 && fixed + others > 1; }
};

bool any_matters(const std::vector<Meeting>& places) {
  return std::any_of(places.begin(), places.end(), [](const Meeting& one) { return one.matters(); });
}

}  // namespace

bool phases_meet(const Scenario& scenario, const Placement& placement) {
  const auto per_node = static_cast<std::uint32_t>(gpus_per_node(scenario));
  const std::vector<Device> parts = devices(scenario);
  std::vector<Meeting> on_device(parts.size());
  std::vector<Meeting> on_host(parts.back().gpu / per_node + 1);
  std::vector<int> host_threads(on_host.size());
  for (const actors::PodSpec& pod : placement.pods) {
    const workload::Workload& workload = scenario.workloads[pod.workload];
    on_device[pod.gpu].add(pod.workload, workload);
    if (workload.request.cpu_ms.mean() == 0) continue;
    const std::uint32_t node = parts[pod.gpu].gpu / per_node;
    on_host[node].add(pod.workload, workload);
    host_threads[node] += pod.processes * workload.streams;
  }
  for (std::size_t node = 0; node < on_host.size(); ++node) {
    const bool scarce = scenario.gpu.instance && host_threads[node] > scenario.gpu.instance->vcpus;
    if (!scarce) on_host[node] = {};
  }
  return any_matters(on_device) || any_matters(on_host);
}

}  // namespace libsched::scenario
