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

using Group = std::tuple<MilliCpu, MilliGpu, int, std::string>;

/// Sizes drawn from a continuous law are all different, and none is typical: so many groups say no more than their
/// neighbours. The published traces have at most 127.
constexpr std::size_t kMostTypical = 512;

std::int64_t up_to_multiple(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

/// The groups with shares rounded up to 10 x `step` thousandths and CPU to 100 x `step`.
std::map<Group, std::int64_t> rounded_up(const std::map<Group, std::int64_t>& counts, std::int64_t step) {
  std::map<Group, std::int64_t> rounded;
  for (const auto& [group, count] : counts) {
    auto [cpu, per_gpu, gpu_count, models] = group;
    cpu = MilliCpu{up_to_multiple(cpu.raw(), 100 * step)};
    per_gpu = std::min(kWholeGpu, MilliGpu{up_to_multiple(per_gpu.raw(), 10 * step)});
    rounded[{cpu, per_gpu, gpu_count, std::move(models)}] += count;
  }
  return rounded;
}

std::vector<TypicalPod> most_frequent(const std::map<Group, std::int64_t>& counts, std::size_t pods) {
  std::vector<std::pair<std::int64_t, Group>> sorted;
  for (const auto& [group, count] : counts) sorted.emplace_back(count, group);
  std::sort(sorted.rbegin(), sorted.rend());
  const auto total = static_cast<double>(pods);
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
  std::map<Group, std::int64_t> counts;
  for (const std::uint32_t kind : trace.kind_of) {
    const PodRequest& r = trace.kinds[kind];
    ++counts[{r.cpu, r.per_gpu, r.gpu_count, r.gpu_models}];
  }
  std::vector<TypicalPod> typical = most_frequent(counts, trace.pods.size());
  for (std::int64_t step = 1; typical.size() > kMostTypical; step *= 2) {
    counts = rounded_up(counts, step);
    typical = most_frequent(counts, trace.pods.size());
    if (step >= kWholeGpu.raw()) break;  // only lists of models are left to tell groups apart
  }
  return typical;
}

double cpu_per_gpu(const std::vector<TypicalPod>& typical) {
  double cpu = 0;
  double gpu = 0;
  for (const TypicalPod& pod : typical) {
    if (pod.gpu_count == 0) continue;
    cpu += pod.frequency * static_cast<double>(pod.cpu.raw());
    gpu += pod.frequency * static_cast<double>((pod.per_gpu * pod.gpu_count).raw());
  }
  return gpu > 0 ? cpu / gpu : 0;
}

}  // namespace libsched::place
