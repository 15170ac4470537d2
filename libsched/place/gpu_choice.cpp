#include <libsched/place/gpu_choice.hpp>

#include <bit>

namespace libsched::place {
namespace {

template <class Better>
GpuSet choose(const Candidate& candidate, Better better) {
  if (!candidate.pod.share()) return first_gpus(candidate.eligible, candidate.pod.gpu_count);
  const auto& left = candidate.state.gpu;
  auto best = static_cast<std::size_t>(std::countr_zero(candidate.eligible));
  for (GpuSet rest = candidate.eligible & (candidate.eligible - 1); rest != 0; rest &= rest - 1) {
    const auto gpu = static_cast<std::size_t>(std::countr_zero(rest));
    if (better(left[gpu], left[best])) best = gpu;
  }
  return GpuSet{1} << best;
}

}  // namespace

GpuSet first_gpus(GpuSet set, int count) {
  GpuSet taken = 0;
  for (; count > 0; --count, set &= set - 1) taken |= set & (~set + 1);
  return taken;
}

GpuSet tightest(const Candidate& candidate) {
  return choose(candidate, [](MilliGpu a, MilliGpu b) { return a < b; });
}

GpuSet loosest(const Candidate& candidate) {
  return choose(candidate, [](MilliGpu a, MilliGpu b) { return a > b; });
}

}  // namespace libsched::place
