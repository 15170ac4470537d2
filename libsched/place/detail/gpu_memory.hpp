#pragma once

#include <libsched/place/node.hpp>
#include <libsched/place/pod.hpp>

namespace libsched::place::detail {

/// Of `gpus`, those with the memory that the pod asks for. Under an uneven split: its GPUs exactly, those with most
/// free memory, or none if even they have too little.
GpuSet with_gpu_memory(const NodeState& state, const PodRequest& pod, GpuSet gpus);

/// Takes the pod's memory from its GPUs. Precondition: with_gpu_memory() contains them.
void take_gpu_memory(NodeState& state, const PodRequest& pod, GpuSet gpus);

}  // namespace libsched::place::detail
