#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <libsched/place/amounts.hpp>

namespace libsched::place::detail {

/// Which nodes have changed, in order, so that everybody who keeps something about nodes can catch up when it is
/// needed.
class ChangeLog {
 public:
  explicit ChangeLog(std::size_t nodes) : seen_at_(nodes, 0) {}

  void add(NodeId id) { changes_.push_back(id); }
  /// How much has been written; what a reader remembers.
  std::size_t position() const { return changes_.size(); }
  /// Calls `visit(node)` once for each node that has changed since `position`.
  template <class Visit>
  void since(std::size_t position, Visit visit) {
    ++look_;
    for (std::size_t i = position; i < changes_.size(); ++i) {
      std::uint32_t& seen = seen_at_[changes_[i].index()];
      if (seen != look_) visit(changes_[i]);
      seen = look_;
    }
  }

 private:
  std::vector<NodeId> changes_;
  std::vector<std::uint32_t> seen_at_;  ///< for each node, the look that met it last
  std::uint32_t look_ = 0;
};

}  // namespace libsched::place::detail
