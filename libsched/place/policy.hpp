#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <libsched/place/cluster.hpp>
#include <libsched/place/fragment.hpp>
#include <libsched/place/interconnect.hpp>

namespace libsched::place {

/// What all nodes have in common when a policy looks at them.
struct Context {
  const Fragment& fragment;
  std::span<const double> fragment_of;  ///< of each node as it is, where somebody keeps it; may be empty
  const GroupMemo& groups;
  double cpu_per_gpu = 0;  ///< of typical GPU pods, in cores per GPU; 0 where there are none
  std::uint64_t draw = 0;  ///< 64 random bits of this arrival; zero for policies that are not random
};

/// One feasible node, read-only, and the pod that might go there.
struct Candidate {
  const Node& node;
  const NodeState& state;
  const PodRequest& pod;
  GpuSet eligible = 0;      ///< GPUs with room for the pod; at least as many as it asks for
  std::uint32_t index = 0;  ///< of the node in the cluster
  const Context& context;
};

/// How good a node is, and which of its GPUs the pod would get.
struct Choice {
  std::int32_t score = 0;  ///< higher is better; among equals the rank decides
  GpuSet gpus = 0;
};

/// A pure function of its argument: same candidate, same choice.
using ScoreFunction = Choice (*)(const Candidate&);

struct PolicyRow {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  ScoreFunction score;
  bool memory = false;  ///< also looks at main memory
  bool random = false;  ///< also looks at Context::draw, so no score can be kept for the next pod
};

}  // namespace libsched::place
