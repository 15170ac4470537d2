#pragma once

#include <cstdint>

#include <libsched/base/ids.hpp>
#include <libsched/base/quantity.hpp>

namespace libsched::place {

/// Thousandths of one GPU: 1000 = one whole GPU.
using MilliGpu = Quantity<struct MilliGpuTag>;
/// Thousandths of one CPU core, as Kubernetes counts them.
using MilliCpu = Quantity<struct MilliCpuTag>;
/// One node of a cluster, in the order of its list.
using NodeId = Id<struct NodeTag>;

inline constexpr MilliGpu kWholeGpu{1000};
/// GPUs of one node at most; 16 is the largest machine sold (DGX-2, p2.16xlarge).
inline constexpr int kMostGpus = 16;
/// Different GPU models of one cluster at most.
inline constexpr int kMostModels = 64;
/// Pods on one node at most: the limit of the published experiment, never reached there.
inline constexpr int kMostPods = 1001;

/// GPUs of one node: bit g stands for the GPU with index g.
using GpuSet = std::uint32_t;
/// Models of one cluster: bit m stands for the model with index m.
using ModelSet = std::uint64_t;

}  // namespace libsched::place
