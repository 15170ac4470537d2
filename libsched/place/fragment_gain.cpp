#include <libsched/place/detail/fragment_gain.hpp>

#include <array>
#include <bit>
#include <cmath>

#include <libsched/place/gpu_choice.hpp>

namespace libsched::place::detail {
namespace {

/// Fragment with the pod on these GPUs.
double fragment_after(const Candidate& candidate, GpuSet gpus) {
  std::array<MilliGpu, kMostGpus> left = candidate.state.gpu;
  for (; gpus != 0; gpus &= gpus - 1) left[static_cast<std::size_t>(std::countr_zero(gpus))] -= candidate.pod.per_gpu;
  return candidate.context.fragment.expected(
      {candidate.state.model, std::span{left.data(), static_cast<std::size_t>(candidate.node.gpu_count)},
       candidate.state.cpu - candidate.pod.cpu});
}

/// Fragment as it is.
double fragment_before(const Candidate& candidate) {
  const auto& known = candidate.context.fragment_of;
  return known.empty() ? candidate.context.fragment.expected(left_on(candidate.node, candidate.state))
                       : known[candidate.index];
}

/// The published score: 0..100, truncated, so that small differences tie.
std::int32_t score(double before, double after) {
  return static_cast<std::int32_t>(100.0 * (1.0 / (1.0 + std::exp(-((before - after) / 1000.0)))));
}

}  // namespace

Choice least_fragment(const Candidate& candidate, double cost) {
  const double before = fragment_before(candidate) - cost;
  if (!candidate.pod.share()) {
    const GpuSet gpus = first_gpus(candidate.eligible, candidate.pod.gpu_count);
    return {score(before, fragment_after(candidate, gpus)), gpus};
  }
  Choice best{-1, 0};
  GpuSet tried = 0;
  for (GpuSet rest = candidate.eligible; rest != 0; rest &= rest - 1) {
    const int gpu = std::countr_zero(rest);
    const auto left_of = [&](int g) { return candidate.state.gpu[static_cast<std::size_t>(g)]; };
    bool alike = false;  // GPUs with equally much left give equal scores, and the first wins
    for (GpuSet seen = tried; seen != 0; seen &= seen - 1) alike |= left_of(std::countr_zero(seen)) == left_of(gpu);
    if (alike) continue;
    tried |= GpuSet{1} << gpu;
    const std::int32_t value = score(before, fragment_after(candidate, GpuSet{1} << gpu));
    if (value > best.score) best = {value, GpuSet{1} << gpu};
  }
  return best;
}

}  // namespace libsched::place::detail
