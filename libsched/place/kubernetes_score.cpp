#include <libsched/place/detail/kubernetes_score.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace libsched::place::detail {
namespace {

struct Use {
  std::int64_t capacity;
  std::int64_t used;  ///< with the pod
};

/// CPU, memory, GPU; how many of them count. An extended resource counts only for pods that ask for it.
struct Uses {
  std::array<Use, 3> list;
  std::size_t count;
};

Uses uses(const Candidate& candidate) {
  const Node& node = candidate.node;
  const NodeState& state = candidate.state;
  const PodRequest& pod = candidate.pod;
  const std::int64_t gpu = 1000 * std::int64_t{node.gpu_count};
  return {{{{node.cpu.raw(), (node.cpu - state.cpu + pod.cpu).raw()},
            {node.memory.raw(), (node.memory - state.memory + pod.memory).raw()},
            {gpu, gpu - state.gpu_left().raw() + pod.gpu_demand().raw()}}},
          pod.gpu_count > 0 ? 3U : 2U};
}

}  // namespace

std::int32_t mean_left(const Candidate& candidate) {
  const Uses all = uses(candidate);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < all.count; ++i) {
    const auto [capacity, used] = all.list[i];
    if (capacity > 0) sum += (capacity - used) * 100 / capacity;
  }
  return static_cast<std::int32_t>(sum / static_cast<std::int64_t>(all.count));
}

std::int32_t mean_used(const Candidate& candidate) {
  const Uses all = uses(candidate);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < all.count; ++i) {
    const auto [capacity, used] = all.list[i];
    if (capacity > 0) sum += used * 100 / capacity;
  }
  return static_cast<std::int32_t>(sum / static_cast<std::int64_t>(all.count));
}

std::int32_t balanced(const Candidate& candidate) {
  const Uses all = uses(candidate);
  std::array<double, 3> parts{};
  double mean = 0;
  const auto count = static_cast<double>(all.count);
  for (std::size_t i = 0; i < all.count; ++i) {
    const auto [capacity, used] = all.list[i];
    parts[i] = capacity > 0 ? std::min(1.0, static_cast<double>(used) / static_cast<double>(capacity)) : 1.0;
    mean += parts[i] / count;
  }
  double variance = 0;
  for (std::size_t i = 0; i < all.count; ++i) variance += (parts[i] - mean) * (parts[i] - mean) / count;
  return static_cast<std::int32_t>((1.0 - std::sqrt(variance)) * 100.0);
}

}  // namespace libsched::place::detail
