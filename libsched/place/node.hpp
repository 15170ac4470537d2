#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/place/amounts.hpp>
#include <libsched/place/interconnect.hpp>

namespace libsched::place {

/// A machine as it was bought.
struct Node {
  std::string name;
  MilliCpu cpu;
  Mebibytes memory;
  std::string gpu_model;  ///< empty fits only pods that allow any model
  int gpu_count = 0;
  Mebibytes gpu_memory;  ///< of each GPU; 0 = not modelled
  Interconnect interconnect = Interconnect::kPcie;
};

/// What is wrong with the node, without its place.
Issues problems(const Node& node);

/// What is left of a node, and what its policies want to know about the pods on it.
struct NodeState {
  MilliCpu cpu;
  Mebibytes memory;
  std::array<MilliGpu, kMostGpus> gpu{};  ///< 0 behind the last GPU
  std::vector<Mebibytes> gpu_memory;      ///< one for each GPU; empty = not modelled
  int pods = 0;
  std::uint32_t affinity = 0;  ///< classes of its GPU pods: bit 0 shares, bit k pods of k GPUs
  std::uint32_t model = 0;     ///< index of the GPU model in the cluster

  MilliGpu gpu_left() const {
    MilliGpu sum;
    for (const MilliGpu left : gpu) sum += left;
    return sum;
  }
};

}  // namespace libsched::place
