#include <libsched/plan/detail/memory.hpp>

#include <algorithm>
#include <vector>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory.hpp>

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
  std::vector<Estimate> pods;
  for (const workload::Workload& work : scenario.workloads) {
    const auto pod = scenario::pod_memory_mib(work, target.model, device.memory_mib);
    if (!pod) continue;
    need.client_mib = std::max(need.client_mib, pod->nominal / work.processes);
    need.client_high_mib = std::max(need.client_high_mib, pod->high / work.processes);
    // More than `together` pods of one kind never share a device.
    pods.insert(pods.end(), static_cast<std::size_t>(std::min(work.pods, together)), *pod);
  }
  if (pods.empty()) return std::nullopt;
  std::stable_sort(pods.begin(), pods.end(),
                   [](const Estimate& a, const Estimate& b) { return a.nominal > b.nominal; });
  if (pods.size() > static_cast<std::size_t>(together)) pods.resize(static_cast<std::size_t>(together));
  for (const Estimate& pod : pods) {
    need.used_mib += pod.nominal;
    need.used_high_mib += pod.high;
  }
  return need;
}

}  // namespace libsched::plan::detail
