// Random: every feasible node, and every eligible GPU of it for a share, with equal probability.
#include <bit>

#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {
namespace {

/// A bijection that scatters its argument over 64 bits (the finaliser of SplitMix64, Steele et al., OOPSLA 2014).
std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

}  // namespace

Choice random_node(const Candidate& candidate) {
  // Each node draws a number of its own, and the largest wins: uniform among those that are feasible.
  const std::uint64_t drawn = scatter(candidate.context.draw + 0x9E3779B97F4A7C15U * (candidate.index + 1));
  const auto score = static_cast<std::int32_t>(drawn >> 33);
  if (!candidate.pod.share()) return {score, first_gpus(candidate.eligible, candidate.pod.gpu_count)};
  const auto many = static_cast<std::uint64_t>(std::popcount(candidate.eligible));
  GpuSet set = candidate.eligible;
  for (std::uint64_t skip = (scatter(drawn) >> 32) * many >> 32; skip > 0; --skip) set &= set - 1;
  return {score, set & (~set + 1)};
}

}  // namespace libsched::place
