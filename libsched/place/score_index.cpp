#include <algorithm>
#include <numeric>

#include <libsched/place/detail/chooser.hpp>
#include <libsched/place/detail/score_tree.hpp>

namespace libsched::place::detail {
namespace {

constexpr std::size_t kTreeBytes = std::size_t{24} << 20;

/// Keeps the scores of all nodes for each kind of pod. An arrival changes one node; a kind renews its scores of the
/// nodes that have changed since its last pod, and no others, when its next pod comes.
class ScoreIndex final : public Chooser {
 public:
  explicit ScoreIndex(const ChooserInput& input)
      : input_{input}, nodes_{by_rank(input.arrivals)}, seen_at_(input.cluster.size(), 0) {
    for (const PodRequest& pod : input.trace.kinds)
      kinds_.push_back({input.cluster.allowed(pod.gpu_models), {}, false, 0});
    choose_indexed_kinds();
  }

  std::optional<Chosen> choose(std::uint32_t index) override {
    Kind& kind = kinds_[index];
    const PodRequest& pod = input_.trace.kinds[index];
    if (!kind.scores) return scan(input_, nodes_, pod, kind.allowed);
    renew(kind, pod);
    const ScoreTree& tree = *kind.scores;
    if (tree.highest() == ScoreTree::kNone) return std::nullopt;
    const NodeId id = nodes_[tree.first_highest()];
    return Chosen{id, score_node(input_, id, pod, kind.allowed)->gpus};
  }

  void changed(NodeId id) override { log_.push_back(id); }

 private:
  struct Kind {
    ModelSet allowed = 0;
    std::optional<ScoreTree> scores;  ///< none: the kind is scanned
    bool known = false;               ///< the scores have been filled in
    std::size_t renewed = 0;          ///< length of the log when the scores were last right
  };

  /// The most frequent kinds, as far as the memory goes. A kind that comes once has nothing to keep.
  void choose_indexed_kinds() {
    std::vector<std::uint32_t> counts(kinds_.size(), 0);
    for (const std::uint32_t pod : input_.arrivals.pods) ++counts[input_.trace.kind_of[pod]];
    std::vector<std::uint32_t> order(kinds_.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
    std::size_t bytes = kTreeBytes;
    const std::size_t each = ScoreTree::bytes(nodes_.size());
    for (const std::uint32_t kind : order) {
      if (input_.policy.random || counts[kind] < 2 || bytes < each) break;
      kinds_[kind].scores.emplace(nodes_.size());
      bytes -= each;
    }
  }

  void renew(Kind& kind, const PodRequest& pod) {
    ScoreTree& tree = *kind.scores;
    const auto rescore = [&](NodeId id) {
      const std::optional<Choice> choice = score_node(input_, id, pod, kind.allowed);
      tree.set(input_.arrivals.ranks[id.index()], choice ? choice->score : ScoreTree::kNone);
    };
    if (!kind.known) {
      for (const NodeId id : nodes_) rescore(id);
      kind.known = true;
    } else {
      ++look_;
      for (std::size_t i = kind.renewed; i < log_.size(); ++i) {
        std::uint32_t& seen = seen_at_[log_[i].index()];
        if (seen != look_) rescore(log_[i]);
        seen = look_;
      }
    }
    kind.renewed = log_.size();
  }

  ChooserInput input_;
  std::vector<NodeId> nodes_;  ///< by rank
  std::vector<Kind> kinds_;
  std::vector<NodeId> log_;             ///< nodes in the order in which they changed
  std::vector<std::uint32_t> seen_at_;  ///< for each node, the look at the log that met it last
  std::uint32_t look_ = 0;
};

}  // namespace

std::unique_ptr<Chooser> make_score_index(const ChooserInput& input) {
  return std::make_unique<ScoreIndex>(input);
}

}  // namespace libsched::place::detail
