#include <libsched/place/trace.hpp>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace libsched::place {
namespace {

/// Orders requests; which order does not matter.
auto key(const PodRequest& r) {
  return std::tuple{r.cpu, r.memory, r.gpu_count, r.per_gpu, r.gpu_models, r.gpu_memory, r.split};
}

}  // namespace

PodTrace::PodTrace(std::vector<Pod> list) : pods{std::move(list)} {
  std::map<decltype(key(PodRequest{})), std::uint32_t> known;
  kind_of.reserve(pods.size());
  for (Pod& pod : pods) {
    if (pod.request.gpu_count == 0) {  // a CPU pod has no GPU wishes
      pod.request.per_gpu = MilliGpu{0};
      pod.request.gpu_memory = Mebibytes{0};
      pod.request.gpu_models.clear();
    }
    const auto [entry, is_new] = known.try_emplace(key(pod.request), static_cast<std::uint32_t>(kinds.size()));
    if (is_new) kinds.push_back(pod.request);
    kind_of.push_back(entry->second);
  }
}

MilliGpu PodTrace::gpu_demand() const {
  MilliGpu sum;
  for (const Pod& pod : pods) sum += pod.request.gpu_demand();
  return sum;
}

std::vector<TypicalPod> typical_pods(const PodTrace& trace) {
  using Group = std::tuple<MilliCpu, MilliGpu, int, std::string>;
  std::map<Group, std::int64_t> counts;
  for (const std::uint32_t kind : trace.kind_of) {
    const PodRequest& r = trace.kinds[kind];
    ++counts[{r.cpu, r.per_gpu, r.gpu_count, r.gpu_models}];
  }
  std::vector<std::pair<std::int64_t, Group>> sorted;
  for (const auto& [group, count] : counts) sorted.emplace_back(count, group);
  std::sort(sorted.rbegin(), sorted.rend());
  const auto total = static_cast<double>(trace.pods.size());
  std::int64_t taken = 0;
  std::vector<TypicalPod> typical;
  for (const auto& [count, group] : sorted) {
    if (static_cast<double>(taken) >= 0.95 * total) break;
    const auto& [cpu, per_gpu, gpu_count, models] = group;
    typical.push_back({cpu, per_gpu, gpu_count, models, static_cast<double>(count) / total});
    taken += count;
  }
  for (TypicalPod& pod : typical) pod.frequency /= static_cast<double>(taken) / total;
  return typical;
}

}  // namespace libsched::place
