#include <libsched/plan/detail/memory.hpp>

#include <algorithm>
#include <vector>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory.hpp>
#include <libsched/scenario/memory_timeline.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::plan::detail {

std::optional<MemoryNeed> worst_memory(const scenario::Scenario& scenario, const Target& target, const Shape& shape) {
  scenario::Scenario one;
  one.gpu.model = target.model;
  one.sharing = sharing_of(shape, target.model, scenario.sharing);
  const scenario::Device device = scenario::devices(one).front();
  if (!device.memory_mib) return std::nullopt;
  const int together = shape.mode == scenario::Mode::kMig ? 1 : shape.replicas;
  MemoryNeed need;
  need.total_mib = *device.memory_mib;
  if (shape.mode == scenario::Mode::kMps) need.client_limit_mib = scenario::client_memory_mib(device, target.model);
  struct Pod {
    Estimate mib;
    std::size_t workload;
  };
  std::vector<Pod> pods;
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    const workload::Workload& work = scenario.workloads[w];
    const auto pod = scenario::pod_memory_mib(work, target.model, device.memory_mib);
    if (!pod) continue;
    need.client_mib = std::max(need.client_mib, pod->nominal / work.processes);
    need.client_high_mib = std::max(need.client_high_mib, pod->high / work.processes);
    // More than `together` pods of one kind never share a device.
    pods.insert(pods.end(), static_cast<std::size_t>(std::min(work.pods, together)), Pod{*pod, w});
  }
  if (pods.empty()) return std::nullopt;
  std::stable_sort(pods.begin(), pods.end(), [](const Pod& a, const Pod& b) { return a.mib.nominal > b.mib.nominal; });
  if (pods.size() > static_cast<std::size_t>(together)) pods.resize(static_cast<std::size_t>(together));
  one.workloads = scenario.workloads;
  for (workload::Workload& work : one.workloads) {
    work.pods = 0;
    work.mig_profile.clear();  // the shape says where it goes
  }
  for (const Pod& pod : pods) {
    need.used_mib += pod.mib.nominal;
    need.used_high_mib += pod.mib.high;
    ++one.workloads[pod.workload].pods;
  }
  if (need.fits() && !need.surely_fits()) {
    need.oom_probability_per_day = scenario::oom_probability_per_day(one, scenario::place(one));
  }
  return need;
}

}  // namespace libsched::plan::detail
