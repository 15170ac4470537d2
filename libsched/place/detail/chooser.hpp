#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <libsched/place/detail/change_log.hpp>
#include <libsched/place/run.hpp>

namespace libsched::place::detail {

struct Chosen {
  NodeId node;
  GpuSet gpus = 0;
};

/// Finds the feasible node with the highest score, the smallest rank on ties.
class Chooser {
 public:
  Chooser() = default;
  Chooser(const Chooser&) = delete;
  Chooser& operator=(const Chooser&) = delete;
  virtual ~Chooser() = default;
  /// For a pod of this kind (index into PodTrace::kinds); nothing if it fits nowhere.
  virtual std::optional<Chosen> choose(std::uint32_t kind) = 0;
};

/// What choosers look at. `cluster`, `context` and `log` change between the calls.
struct ChooserInput {
  const Cluster& cluster;
  const PodTrace& trace;
  const Arrivals& arrivals;
  const PolicyRow& policy;
  const Context& context;
  ChangeLog& log;
};

std::unique_ptr<Chooser> make_full_rescoring(const ChooserInput& input);
std::unique_ptr<Chooser> make_score_index(const ChooserInput& input);

/// Nodes in the order of their ranks.
std::vector<NodeId> by_rank(const Arrivals& arrivals);

/// The policy's choice on this node; nothing if the pod does not fit.
inline std::optional<Choice> score_node(const ChooserInput& input, NodeId id, const PodRequest& pod, ModelSet allowed) {
  const Node& node = input.cluster.node(id);
  const NodeState& state = input.cluster.state(id);
  const Fit fit = eligible(node, state, pod, allowed);
  if (!fit.fits) return std::nullopt;
  return input.policy.score({node, state, pod, fit.gpus, id.index(), input.context});
}

/// The best of `nodes`, the first on ties: looks at every one.
std::optional<Chosen> scan(const ChooserInput& input, const std::vector<NodeId>& nodes, const PodRequest& pod,
                           ModelSet allowed);

}  // namespace libsched::place::detail
