#include <algorithm>
#include <optional>
#include <utility>

#include <libsched/place/detail/chooser.hpp>
#include <libsched/place/detail/score_tree.hpp>

namespace libsched::place::detail {
namespace {

constexpr std::size_t kKeptBytes = std::size_t{24} << 20;

/// Keeps the scores of all nodes for each class of pods that score alike. An arrival changes one node; when the next
/// pod of a class comes, the class renews its scores of the nodes that have changed since its last one, and no others.
class ScoreIndex final : public Chooser {
 public:
  explicit ScoreIndex(const ChooserInput& input) : input_{input}, nodes_{by_rank(input.arrivals)} {
    group_kinds();
    choose_what_to_keep();
  }

  std::optional<Chosen> choose(std::uint32_t kind) override {
    Class& own = classes_[class_of_[kind]];
    const PodRequest& pod = input_.trace.kinds[kind];
    if (own.keeps == Keeps::kNothing) return scan(input_, nodes_, pod, own.allowed);
    if (own.keeps == Keeps::kFeasible) return scan_feasible(own);
    renew(own);
    const std::optional<std::size_t> place = first_with_memory(*own.scores, pod.memory);
    if (!place) return std::nullopt;
    const NodeId id = nodes_[*place];
    return Chosen{id, score_node(input_, id, pod, own.allowed)->gpus};
  }

 private:
  enum class Keeps {
    kNothing,
    kScores,    ///< a tree of all nodes
    kFeasible,  ///< where its last pod fitted: scores of a random policy are worth nothing for the next pod
  };

  struct Class {
    PodRequest pod;  ///< without main memory, unless the policy looks at it
    ModelSet allowed = 0;
    std::uint32_t arrivals = 0;
    Keeps keeps = Keeps::kNothing;
    std::optional<ScoreTree> scores;
    std::vector<NodeId> feasible;  ///< by rank
    bool known = false;            ///< the first pod has come, and what is kept is filled in
    std::size_t renewed = 0;       ///< position in the log when the scores were last right
  };

  /// Pods that differ in main memory only score alike under most policies: it is checked on the winner.
  void group_kinds() {
    std::vector<Pod> stripped;
    for (const PodRequest& request : input_.trace.kinds) {
      stripped.push_back({"", request});
      if (!input_.policy.memory && !input_.policy.random) stripped.back().request.memory = Mebibytes{0};
    }
    PodTrace groups{std::move(stripped)};
    class_of_ = std::move(groups.kind_of);
    for (PodRequest& pod : groups.kinds) {
      const ModelSet allowed = input_.cluster.allowed(pod.gpu_models);
      classes_.push_back({std::move(pod), allowed, 0, Keeps::kNothing, {}, {}, false, 0});
    }
    for (const std::uint32_t pod : input_.arrivals.pods) ++classes_[class_of_[input_.trace.kind_of[pod]]].arrivals;
  }

  /// The most frequent classes keep something, as far as the memory goes. One that comes once has nothing to keep.
  void choose_what_to_keep() {
    std::vector<Class*> order;
    for (Class& one : classes_) order.push_back(&one);
    std::stable_sort(order.begin(), order.end(),
                     [](const Class* a, const Class* b) { return a->arrivals > b->arrivals; });
    std::size_t bytes = kKeptBytes;
    const std::size_t each = input_.policy.random ? nodes_.size() * sizeof(NodeId) : ScoreTree::bytes(nodes_.size());
    for (Class* one : order) {
      if (one->arrivals < 2 || bytes < each) break;
      one->keeps = input_.policy.random ? Keeps::kFeasible : Keeps::kScores;
      bytes -= each;
    }
  }

  /// Looks at the nodes on which the last pod of this class fitted: pods only come, so the others stay out.
  std::optional<Chosen> scan_feasible(Class& own) {
    if (!own.known) own.feasible = nodes_;
    own.known = true;
    std::optional<Chosen> best;
    std::int32_t highest = 0;
    std::erase_if(own.feasible, [&](NodeId id) {
      const std::optional<Choice> choice = score_node(input_, id, own.pod, own.allowed);
      if (choice && (!best || choice->score > highest)) {
        highest = choice->score;
        best = {id, choice->gpus};
      }
      return !choice;
    });
    return best;
  }

  void renew(Class& own) {
    if (!own.known) own.scores.emplace(nodes_.size());
    ScoreTree& tree = *own.scores;
    const auto rescore = [&](NodeId id) {
      const std::optional<Choice> choice = score_node(input_, id, own.pod, own.allowed);
      tree.set(input_.arrivals.ranks[id.index()], choice ? choice->score : ScoreTree::kNone);
    };
    if (!own.known) {
      for (const NodeId id : nodes_) rescore(id);
      own.known = true;
    } else if (tree.highest() != ScoreTree::kNone) {
      // As pods only come, a node that did not fit never will.
      input_.log.since(own.renewed, [&](NodeId id) {
        if (tree.score(input_.arrivals.ranks[id.index()]) != ScoreTree::kNone) rescore(id);
      });
    }
    own.renewed = input_.log.position();
  }

  /// The best place whose node has this much main memory: better ones are hidden while it is looked for.
  std::optional<std::size_t> first_with_memory(ScoreTree& tree, Mebibytes memory) {
    hidden_.clear();
    std::optional<std::size_t> found;
    while (!found && tree.highest() != ScoreTree::kNone) {
      const std::size_t place = tree.first_highest();
      if (input_.cluster.state(nodes_[place]).memory >= memory) {
        found = place;
      } else {
        hidden_.emplace_back(place, tree.highest());
        tree.set(place, ScoreTree::kNone);
      }
    }
    for (const auto& [place, score] : hidden_) tree.set(place, score);
    return found;
  }

  ChooserInput input_;
  std::vector<NodeId> nodes_;  ///< by rank
  std::vector<Class> classes_;
  std::vector<std::uint32_t> class_of_;  ///< for each kind
  std::vector<std::pair<std::size_t, std::int32_t>> hidden_;
};

}  // namespace

std::unique_ptr<Chooser> make_score_index(const ChooserInput& input) {
  return std::make_unique<ScoreIndex>(input);
}

}  // namespace libsched::place::detail
