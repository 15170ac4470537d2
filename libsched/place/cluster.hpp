#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/place/node.hpp>
#include <libsched/place/pod.hpp>

namespace libsched::place {

/// Nodes and what is left of them. Pods only come: a placed pod stays.
class Cluster {
 public:
  /// An empty cluster, or all that is wrong with the nodes (`where` names the node).
  static Result<Cluster> make(std::vector<Node> nodes);

  std::size_t size() const { return nodes_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId id) const { return nodes_[id.index()]; }
  const NodeState& state(NodeId id) const { return states_[id.index()]; }
  /// All GPUs, used or not.
  MilliGpu gpu_capacity() const { return capacity_; }
  MilliGpu gpu_used() const { return used_; }
  /// The models that a pod's list allows: all for an empty one.
  ModelSet allowed(std::string_view models) const;

  /// Places the pod: the only way to change a cluster. Precondition: `gpus` are as many as the pod asks for, out of
  /// those that eligible() finds.
  void commit(NodeId id, const PodRequest& pod, GpuSet gpus);

 private:
  std::vector<Node> nodes_;
  std::vector<NodeState> states_;
  std::vector<std::string> models_;
  MilliGpu capacity_;
  MilliGpu used_;
};

/// The class of pods that GpuClustering keeps together: bit 0 shares, bit k pods of k GPUs; 0 for CPU pods.
inline std::uint32_t affinity_of(const PodRequest& pod) {
  if (pod.gpu_count == 0) return 0;
  return pod.share() ? 1U : 1U << pod.gpu_count;
}

}  // namespace libsched::place
