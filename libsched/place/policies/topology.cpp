// Topology: a pod of several GPUs gets those that reach each other fastest, cut from the smallest linked group that has
// them; a pod of one GPU leaves the largest free groups whole; a share goes to the fullest GPU. Then best fit.
#include <algorithm>
#include <bit>

#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {
namespace {

/// GPUs of the node that nobody uses.
GpuSet free_gpus(const Candidate& candidate) {
  GpuSet free = 0;
  for (int g = 0; g < candidate.node.gpu_count; ++g) {
    free |= static_cast<GpuSet>(candidate.state.gpu[static_cast<std::size_t>(g)] == kWholeGpu) << g;
  }
  return free;
}

/// 0..999: more for a fuller node.
std::int32_t fullness(const Candidate& candidate) {
  const auto capacity = std::max<std::int64_t>(1, 1000 * std::int64_t{candidate.node.gpu_count});
  return static_cast<std::int32_t>(999 - 999 * candidate.state.gpu_left().raw() / capacity);
}

}  // namespace

Choice topology(const Candidate& candidate) {
  const PodRequest& pod = candidate.pod;
  if (pod.gpu_count == 0) return {fullness(candidate), 0};
  const GroupMemo& groups = candidate.context.groups;
  const auto best = [&](GpuSet from, int count) {
    return groups.best(candidate.node.interconnect, candidate.node.gpu_count, from, count);
  };
  // Kept apart by powers of ten: how fast the slowest hop is, what is broken up, how full the node is.
  if (pod.gpu_count > 1) {
    const Group group = best(candidate.eligible, pod.gpu_count);
    return {group.tier * 100'000 + (kMostGpus - group.stranded) * 1000 + fullness(candidate), group.gpus};
  }
  GpuSet choices = candidate.eligible;
  if (pod.share()) {
    const GpuSet gpu = tightest(candidate);
    if ((gpu & free_gpus(candidate)) == 0) return {(kMostGpus + 1) * 1000 + fullness(candidate), gpu};
    choices &= free_gpus(candidate);  // as tightest() found no other: all of them
  }
  const Group group = best(choices, 1);
  return {(kMostGpus - group.stranded) * 1000 + fullness(candidate), group.gpus};
}

}  // namespace libsched::place
