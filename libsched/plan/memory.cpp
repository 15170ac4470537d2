#include <libsched/plan/detail/memory.hpp>

#include <algorithm>
#include <vector>

#include <libsched/scenario/memory.hpp>

namespace libsched::plan::detail {

std::optional<MemoryNeed> worst_memory(const scenario::Scenario& scenario, const Target& target, int replicas) {
  const auto usable = scenario::usable_memory_mib(target.model);
  if (!usable) return std::nullopt;
  std::vector<Estimate> pods;
  for (const workload::Workload& work : scenario.workloads) {
    const auto one = scenario::pod_memory_mib(work, target.model);
    if (!one) continue;
    // More than `replicas` pods of one kind never share a GPU.
    pods.insert(pods.end(), static_cast<std::size_t>(std::min(work.pods, replicas)), *one);
  }
  if (pods.empty()) return std::nullopt;
  std::stable_sort(pods.begin(), pods.end(),
                   [](const Estimate& a, const Estimate& b) { return a.nominal > b.nominal; });
  if (pods.size() > static_cast<std::size_t>(replicas)) pods.resize(static_cast<std::size_t>(replicas));
  MemoryNeed need;
  need.total_mib = *usable;
  for (const Estimate& pod : pods) {
    need.used_mib += pod.nominal;
    need.used_high_mib += pod.high;
  }
  return need;
}

}  // namespace libsched::plan::detail
