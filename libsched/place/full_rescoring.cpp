#include <libsched/place/detail/chooser.hpp>

namespace libsched::place::detail {
namespace {

/// Scores every node for every pod.
class FullRescoring final : public Chooser {
 public:
  explicit FullRescoring(const ChooserInput& input) : input_{input}, nodes_{by_rank(input.arrivals)} {}

  std::optional<Chosen> choose(std::uint32_t kind) override {
    const PodRequest& pod = input_.trace.kinds[kind];
    const ModelSet allowed = input_.cluster.allowed(pod.gpu_models);
    return scan(input_, nodes_, pod, allowed);
  }

 private:
  ChooserInput input_;
  std::vector<NodeId> nodes_;
};

}  // namespace

std::unique_ptr<Chooser> make_full_rescoring(const ChooserInput& input) {
  return std::make_unique<FullRescoring>(input);
}

std::optional<Chosen> scan(const ChooserInput& input, const std::vector<NodeId>& nodes, const PodRequest& pod,
                           ModelSet allowed) {
  std::optional<Chosen> best;
  std::int32_t highest = 0;
  for (const NodeId id : nodes) {
    const std::optional<Choice> choice = score_node(input, id, pod, allowed);
    if (!choice || (best && choice->score <= highest)) continue;
    highest = choice->score;
    best = {id, choice->gpus};
  }
  return best;
}

std::vector<NodeId> by_rank(const Arrivals& arrivals) {
  std::vector<NodeId> nodes(arrivals.ranks.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) nodes[arrivals.ranks[i]] = NodeId{i};
  return nodes;
}

}  // namespace libsched::place::detail
