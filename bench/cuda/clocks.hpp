#pragma once

#include <cstdint>
#include <vector>

namespace slicewise::bench::cuda {

/// One moment on both clocks: host_ns() and the GPU's timer.
struct ClockPair {
  std::int64_t host_ns = 0;
  std::int64_t gpu_ns = 0;
};

/// Host times on the GPU's timer. The clocks drift apart by some parts per million, so the pairs from before and after
/// are joined by a line.
std::vector<std::int64_t> on_gpu(const std::vector<std::int64_t>& host_ns, const ClockPair& before,
                                 const ClockPair& after);

}  // namespace slicewise::bench::cuda
