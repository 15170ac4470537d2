#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <libsched/place/cluster.hpp>

namespace libsched::place {

/// Whether a pod fits on a node, and which of its GPUs it may use (all that have room, not only as many as it needs).
struct Fit {
  bool fits = false;
  GpuSet gpus = 0;
};

/// The one filter: CPU, memory, pods, model, GPU shares and GPU memory. `allowed` = Cluster::allowed(pod.gpu_models).
Fit eligible(const Node& node, const NodeState& state, const PodRequest& pod, ModelSet allowed);

/// What a node can be short of.
enum class Shortage {
  kModel,          ///< its GPU model is not allowed, or it has no GPU at all
  kGpu,            ///< less GPU left in total than the pod asks for
  kGpuFragmented,  ///< enough GPU in total, but not on as many GPUs as the pod needs
  kGpuMemory,
  kCpu,
  kMemory,
  kPods,
};
inline constexpr std::size_t kShortages = 7;

/// As reports write it: "model", "gpu", "gpu-fragmented", ...
std::string_view name(Shortage shortage);

/// Shortages of one node: bit s stands for the shortage with this number; none = the pod fits.
using Shortages = std::uint8_t;
Shortages shortages(const Node& node, const NodeState& state, const PodRequest& pod, ModelSet allowed);

/// Why a pod fits nowhere, at the moment when it was refused.
struct Refusal {
  std::array<int, kShortages> nodes{};      ///< nodes that are short of this, whatever else they are short of
  std::array<int, kShortages> only_this{};  ///< nodes on which it is the only thing missing
  Shortage main = Shortage::kModel;         ///< what keeps it off most nodes alone; else off most nodes

  /// Adds (+1) or removes (-1) a node.
  void count(Shortages found, int change);
  void choose_main();
};

/// Looks at every node. Precondition: the pod fits on none.
Refusal why_refused(const Cluster& cluster, const PodRequest& pod);

}  // namespace libsched::place
