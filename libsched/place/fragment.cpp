#include <libsched/place/fragment.hpp>

#include <algorithm>
#include <array>

namespace libsched::place {
namespace {

/// Why idle GPU is a fragment for a typical pod; the published program sums in this order.
enum Class { kLackBoth, kLackGpu, kLackCpu, kCpuPodFits, kCpuPodLacksCpu, kNoAccess, kSatisfied, kClasses };

}  // namespace

FragmentModel::FragmentModel(const std::vector<TypicalPod>& typical, const Cluster& cluster) {
  for (const TypicalPod& pod : typical) {
    targets_.push_back({pod.cpu, pod.per_gpu, pod.gpu_count, cluster.allowed(pod.gpu_models), pod.frequency});
    cpu_steps_.push_back(pod.cpu);
  }
  std::sort(cpu_steps_.begin(), cpu_steps_.end());
  cpu_steps_.erase(std::unique(cpu_steps_.begin(), cpu_steps_.end()), cpu_steps_.end());
}

double FragmentModel::expected(const GpuLeft& left) const {
  std::array<double, kClasses> sums{};
  MilliGpu idle;
  for (const MilliGpu gpu : left.gpus) idle += gpu;
  const auto all = static_cast<double>(idle.raw());
  for (const Target& target : targets_) {
    const bool cpu_fits = left.cpu >= target.cpu;
    if (target.gpu_count == 0) {
      sums[cpu_fits ? kCpuPodFits : kCpuPodLacksCpu] += target.frequency * all;
      continue;
    }
    if ((target.allowed >> left.model & 1U) == 0) {
      sums[kNoAccess] += target.frequency * all;
      continue;
    }
    int with_room = 0;
    MilliGpu too_small;
    for (const MilliGpu gpu : left.gpus) {
      if (gpu >= target.per_gpu) {
        ++with_room;
      } else {
        too_small += gpu;
      }
    }
    const bool gpu_fits = with_room >= target.gpu_count;
    if (gpu_fits && cpu_fits) {
      sums[kLackGpu] += target.frequency * static_cast<double>(too_small.raw());
      sums[kSatisfied] += target.frequency * static_cast<double>((idle - too_small).raw());
    } else {
      sums[gpu_fits ? kLackCpu : cpu_fits ? kLackGpu : kLackBoth] += target.frequency * all;
    }
  }
  double fragment = 0;
  for (std::size_t c = 0; c < kSatisfied; ++c) fragment += sums[c];
  return fragment;
}

double total_fragment(const Cluster& cluster, const Fragment& fragment) {
  double sum = 0;
  for (std::uint32_t i = 0; i < cluster.size(); ++i) {
    sum += fragment.expected(left_on(cluster.nodes()[i], cluster.state(NodeId{i})));
  }
  return sum;
}

GpuLeft left_on(const Node& node, const NodeState& state) {
  return {state.model, std::span{state.gpu.data(), static_cast<std::size_t>(node.gpu_count)}, state.cpu};
}

}  // namespace libsched::place
