#include <libsched/place/detail/gpu_memory.hpp>

#include <algorithm>
#include <bit>
#include <vector>

#include <libsched/base/assert.hpp>

namespace libsched::place::detail {
namespace {

std::vector<std::size_t> members(GpuSet gpus) {
  std::vector<std::size_t> list;
  for (; gpus != 0; gpus &= gpus - 1) list.push_back(static_cast<std::size_t>(std::countr_zero(gpus)));
  return list;
}

bool asked(const NodeState& state, const PodRequest& pod) {
  return pod.gpu_count > 0 && pod.gpu_memory > Mebibytes{0} && !state.gpu_memory.empty();
}

}  // namespace

GpuSet with_gpu_memory(const NodeState& state, const PodRequest& pod, GpuSet gpus) {
  if (!asked(state, pod)) return gpus;
  if (pod.split == MemorySplit::kEqual) {
    for (const std::size_t gpu : members(gpus)) {
      if (state.gpu_memory[gpu] < pod.gpu_memory) gpus &= ~(GpuSet{1} << gpu);
    }
    return gpus;
  }
  std::vector<std::size_t> list = members(gpus);
  if (list.size() < static_cast<std::size_t>(pod.gpu_count)) return 0;
  std::stable_sort(list.begin(), list.end(),
                   [&](std::size_t a, std::size_t b) { return state.gpu_memory[a] > state.gpu_memory[b]; });
  list.resize(static_cast<std::size_t>(pod.gpu_count));
  Mebibytes sum;
  GpuSet chosen = 0;
  for (const std::size_t gpu : list) {
    sum += state.gpu_memory[gpu];
    chosen |= GpuSet{1} << gpu;
  }
  return sum < pod.gpu_memory * pod.gpu_count ? 0 : chosen;
}

void take_gpu_memory(NodeState& state, const PodRequest& pod, GpuSet gpus) {
  if (!asked(state, pod)) return;
  std::vector<std::size_t> list = members(gpus);
  if (pod.split == MemorySplit::kEqual) {
    for (const std::size_t gpu : list) state.gpu_memory[gpu] -= pod.gpu_memory;
    return;
  }
  // Who has least gives first: the others then share the rest as evenly as they can.
  std::stable_sort(list.begin(), list.end(),
                   [&](std::size_t a, std::size_t b) { return state.gpu_memory[a] < state.gpu_memory[b]; });
  std::int64_t rest = pod.gpu_memory.raw() * pod.gpu_count;
  auto without = static_cast<std::int64_t>(list.size());
  for (const std::size_t gpu : list) {
    const std::int64_t given = std::min(state.gpu_memory[gpu].raw(), (rest + without - 1) / without);
    state.gpu_memory[gpu] -= Mebibytes{given};
    rest -= given;
    --without;
  }
  LIBSCHED_ASSERT(rest == 0, "the filter found enough memory");
}

}  // namespace libsched::place::detail
