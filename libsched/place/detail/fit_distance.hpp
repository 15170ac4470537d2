#pragma once

#include <libsched/place/policy.hpp>

namespace libsched::place::detail {

/// The largest node of the published cluster: what its policies scale resources by.
inline constexpr double kLargestCpu = 128000;
inline constexpr double kLargestGpu = 8000;

/// CPU and GPU left with the pod on the node, each as a part of the largest node, half and half.
inline double left_after(const Candidate& candidate) {
  const auto cpu = static_cast<double>((candidate.state.cpu - candidate.pod.cpu).raw());
  const auto gpu = static_cast<double>((candidate.state.gpu_left() - candidate.pod.gpu_demand()).raw());
  return 0.5 * cpu / kLargestCpu + 0.5 * gpu / kLargestGpu;
}

}  // namespace libsched::place::detail
