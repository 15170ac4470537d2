// PWR: the node whose power grows least. Their rescaling to 0..100 keeps the winners, so it is left out here.
#include <array>
#include <bit>

#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>
#include <libsched/place/power.hpp>

namespace libsched::place {
namespace {

std::int32_t saved_power(const Candidate& candidate, GpuSet gpus) {
  std::array<MilliGpu, kMostGpus> left = candidate.state.gpu;
  const auto all = [&] {
    return std::span<const MilliGpu>{left}.first(static_cast<std::size_t>(candidate.node.gpu_count));
  };
  const std::int64_t before = node_power_w(candidate.node, all(), candidate.state.cpu);
  for (; gpus != 0; gpus &= gpus - 1) left[static_cast<std::size_t>(std::countr_zero(gpus))] -= candidate.pod.per_gpu;
  return static_cast<std::int32_t>(before -
                                   node_power_w(candidate.node, all(), candidate.state.cpu - candidate.pod.cpu));
}

}  // namespace

Choice pwr(const Candidate& candidate) {
  if (!candidate.pod.share()) {
    const GpuSet gpus = first_gpus(candidate.eligible, candidate.pod.gpu_count);
    return {saved_power(candidate, gpus), gpus};
  }
  Choice best{INT32_MIN, 0};
  for (GpuSet rest = candidate.eligible; rest != 0; rest &= rest - 1) {
    const GpuSet gpu = rest & (~rest + 1);
    if (const std::int32_t value = saved_power(candidate, gpu); value > best.score) best = {value, gpu};
  }
  return best;
}

}  // namespace libsched::place
