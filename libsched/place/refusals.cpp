#include <libsched/place/detail/refusals.hpp>

namespace libsched::place::detail {

namespace {

/// For one byte a node of each refused kind; kinds beyond it are looked at in full each time.
constexpr std::size_t kKeptBytes = std::size_t{8} << 20;

}  // namespace

Refusal Refusals::why(std::uint32_t index) {
  Kind& kind = kinds_[index];
  const PodRequest& pod = trace_.kinds[index];
  const auto look = [&](NodeId id) { return shortages(cluster_.node(id), cluster_.state(id), pod, kind.allowed); };
  if (kind.nodes.empty()) {
    if (kept_ + cluster_.size() > kKeptBytes) return why_refused(cluster_, pod);
    kept_ += cluster_.size();
    kind.allowed = cluster_.allowed(pod.gpu_models);
    kind.nodes.reserve(cluster_.size());
    for (std::uint32_t i = 0; i < cluster_.size(); ++i) {
      kind.nodes.push_back(look(NodeId{i}));
      kind.counts.count(kind.nodes.back(), +1);
    }
  } else {
    log_.since(kind.renewed, [&](NodeId id) {
      Shortages& known = kind.nodes[id.index()];
      kind.counts.count(known, -1);
      known = look(id);
      kind.counts.count(known, +1);
    });
  }
  kind.renewed = log_.position();
  kind.counts.choose_main();
  return kind.counts;
}

}  // namespace libsched::place::detail
