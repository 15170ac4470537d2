#pragma once

#include <cstdint>
#include <vector>

#include <libsched/place/pod.hpp>

namespace libsched::place {

/// A list of pods, with equal requests found once: few kinds of pods make up most of a cluster's load.
struct PodTrace {
  explicit PodTrace(std::vector<Pod> list);

  std::vector<Pod> pods;
  std::vector<PodRequest> kinds;       ///< the different requests, in the order of their first pod
  std::vector<std::uint32_t> kind_of;  ///< for each pod, the index of its kind

  MilliGpu gpu_demand() const;
};

/// What most pods look like: the target of the fragmentation measure.
struct TypicalPod {
  MilliCpu cpu;
  MilliGpu per_gpu;  ///< 0 for CPU pods
  int gpu_count = 0;
  std::string gpu_models;
  double frequency = 0;  ///< the frequencies sum to 1
};

/// The most frequent requests (memory plays no part), until they make up 95 % of the pods.
/// Where that takes more than 512 (sizes drawn from a continuous law), sizes are rounded up first, no more than it
/// takes.
std::vector<TypicalPod> typical_pods(const PodTrace& trace);

/// CPU that typical GPU pods ask for per GPU, in cores; 0 where there are none.
double cpu_per_gpu(const std::vector<TypicalPod>& typical);

}  // namespace libsched::place
