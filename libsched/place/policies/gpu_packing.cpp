// GPU packing: GPUs in use before free GPUs of nodes in use, before empty nodes.
#include <algorithm>
#include <array>
#include <bit>

#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {
namespace {

/// What is left on the GPUs that a pod would take if it took the fullest first.
std::array<MilliGpu, kMostGpus> fullest_first(const Candidate& candidate) {
  std::array<MilliGpu, kMostGpus> left{};
  std::size_t count = 0;
  for (GpuSet rest = candidate.eligible; rest != 0; rest &= rest - 1) {
    left[count++] = candidate.state.gpu[static_cast<std::size_t>(std::countr_zero(rest))];
  }
  std::sort(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count));
  return left;
}

std::int32_t score(const Candidate& candidate) {
  if (candidate.pod.gpu_count == 0) return 0;
  const auto gpus = candidate.node.gpu_count;
  const auto free =
      static_cast<std::int32_t>(std::count(candidate.state.gpu.begin(), candidate.state.gpu.begin() + gpus, kWholeGpu));
  if (free == gpus) return std::max(33 - free, free);
  const std::array<MilliGpu, kMostGpus> left = fullest_first(candidate);
  const auto taken_end = left.begin() + candidate.pod.gpu_count;
  if (const auto whole = static_cast<std::int32_t>(std::count(left.begin(), taken_end, kWholeGpu)); whole > 0) {
    return std::max(50 - whole, 33);
  }
  std::int64_t percent = 0;
  for (auto gpu = left.begin(); gpu != taken_end; ++gpu) percent += gpu->raw() * 100 / 1000;
  return static_cast<std::int32_t>(std::max<std::int64_t>(100 - percent / 10, 50));
}

}  // namespace

Choice gpu_packing(const Candidate& candidate) {
  return {score(candidate), tightest(candidate)};
}

}  // namespace libsched::place
