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
  explicit ScoreIndex(const ChooserInput& input) : input_{input}, nodes_{by_rank(input.arrivals)} {
    for (const PodRequest& pod : input.trace.kinds)
      kinds_.push_back({input.cluster.allowed(pod.gpu_models), {}, false, 0, {}});
    choose_indexed_kinds();
  }

  std::optional<Chosen> choose(std::uint32_t index) override {
    Kind& kind = kinds_[index];
    const PodRequest& pod = input_.trace.kinds[index];
    if (!kind.scores) return scan_feasible(kind, pod);
    renew(kind, pod);
    const ScoreTree& tree = *kind.scores;
    if (tree.highest() == ScoreTree::kNone) return std::nullopt;
    const NodeId id = nodes_[tree.first_highest()];
    return Chosen{id, score_node(input_, id, pod, kind.allowed)->gpus};
  }

 private:
  struct Kind {
    ModelSet allowed = 0;
    std::optional<ScoreTree> scores;  ///< none: the kind is scanned
    bool known = false;               ///< the scores have been filled in
    std::size_t renewed = 0;          ///< position in the log when the scores were last right
    std::vector<NodeId> feasible;     ///< of a kind that is scanned: where its last pod fitted, by rank
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

  /// Looks at the nodes on which the last pod of this kind fitted: pods only come, so the others stay out.
  std::optional<Chosen> scan_feasible(Kind& kind, const PodRequest& pod) {
    if (!kind.known) kind.feasible = nodes_;
    kind.known = true;
    std::erase_if(kind.feasible, [&](NodeId id) {
      return !eligible(input_.cluster.node(id), input_.cluster.state(id), pod, kind.allowed).fits;
    });
    return scan(input_, kind.feasible, pod, kind.allowed);
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
    } else if (tree.highest() != ScoreTree::kNone) {
      // As pods only come, a node that did not fit never will.
      input_.log.since(kind.renewed, [&](NodeId id) {
        if (tree.score(input_.arrivals.ranks[id.index()]) != ScoreTree::kNone) rescore(id);
      });
    }
    kind.renewed = input_.log.position();
  }

  ChooserInput input_;
  std::vector<NodeId> nodes_;  ///< by rank
  std::vector<Kind> kinds_;
};

}  // namespace

std::unique_ptr<Chooser> make_score_index(const ChooserInput& input) {
  return std::make_unique<ScoreIndex>(input);
}

}  // namespace libsched::place::detail
