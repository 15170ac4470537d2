#include <libsched/place/filter.hpp>

#include <algorithm>
#include <bit>

#include <libsched/place/detail/gpu_memory.hpp>

namespace libsched::place {
namespace {

GpuSet with_share(const Node& node, const NodeState& state, MilliGpu share) {
  GpuSet gpus = 0;
  for (int g = 0; g < node.gpu_count; ++g) {
    gpus |= static_cast<GpuSet>(state.gpu[static_cast<std::size_t>(g)] >= share) << g;
  }
  return gpus;
}

}  // namespace

Fit eligible(const Node& node, const NodeState& state, const PodRequest& pod, ModelSet allowed) {
  if (state.cpu < pod.cpu || state.memory < pod.memory || state.pods >= kMostPods) return {};
  if (pod.gpu_count == 0) return {true, 0};
  if (node.gpu_count < pod.gpu_count || (allowed >> state.model & 1U) == 0) return {};
  GpuSet gpus = with_share(node, state, pod.per_gpu);
  if (pod.gpu_memory > Mebibytes{0}) gpus = detail::with_gpu_memory(state, pod, gpus);
  return {std::popcount(gpus) >= pod.gpu_count, gpus};
}

std::string_view name(Shortage shortage) {
  constexpr std::array<std::string_view, kShortages> kNames = {"model",  "gpu", "gpu-fragmented", "gpu-memory", "cpu",
                                                               "memory", "pods"};
  return kNames[static_cast<std::size_t>(shortage)];
}

Shortages shortages(const Node& node, const NodeState& state, const PodRequest& pod, ModelSet allowed) {
  unsigned found = 0;
  const auto add = [&](Shortage shortage, bool is_short) {
    found |= static_cast<unsigned>(is_short) << static_cast<unsigned>(shortage);
  };
  if (pod.gpu_count > 0) {
    if (node.gpu_count == 0 || (allowed >> state.model & 1U) == 0) {
      add(Shortage::kModel, true);
    } else {
      const GpuSet gpus = with_share(node, state, pod.per_gpu);
      const bool gpu_short = std::popcount(gpus) < pod.gpu_count;
      const bool enough = state.gpu_left() >= pod.gpu_demand();
      add(Shortage::kGpu, gpu_short && !enough);
      add(Shortage::kGpuFragmented, gpu_short && enough);
      add(Shortage::kGpuMemory, !gpu_short && std::popcount(detail::with_gpu_memory(state, pod, gpus)) < pod.gpu_count);
    }
  }
  add(Shortage::kCpu, state.cpu < pod.cpu);
  add(Shortage::kMemory, state.memory < pod.memory);
  add(Shortage::kPods, state.pods >= kMostPods);
  return static_cast<Shortages>(found);
}

void Refusal::count(Shortages found, int change) {
  for (std::size_t s = 0; s < kShortages; ++s) {
    if ((found >> s & 1U) == 0) continue;
    nodes[s] += change;
    if (found == 1U << s) only_this[s] += change;
  }
}

void Refusal::choose_main() {
  const auto alone = std::max_element(only_this.begin(), only_this.end());
  main = static_cast<Shortage>(*alone > 0 ? alone - only_this.begin()
                                          : std::max_element(nodes.begin(), nodes.end()) - nodes.begin());
}

Refusal why_refused(const Cluster& cluster, const PodRequest& pod) {
  Refusal refusal;
  const ModelSet allowed = cluster.allowed(pod.gpu_models);
  for (std::uint32_t i = 0; i < cluster.size(); ++i) {
    refusal.count(shortages(cluster.nodes()[i], cluster.state(NodeId{i}), pod, allowed), +1);
  }
  refusal.choose_main();
  return refusal;
}

}  // namespace libsched::place
