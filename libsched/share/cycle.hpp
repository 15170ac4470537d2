#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <libsched/base/assert.hpp>
#include <libsched/hw/profile.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// The ring as a wheel: the tenant whose turn it is (the head) and everybody who waits, in the order of their turns.
/// Each has the number of the round in which it ends its burst, which stays true however far the wheel turns: a whole
/// hour of slices is one addition. Who ends first is remembered from one look to the next.
class Cycle {
 public:
  explicit Cycle(hw::Ring order) : order_{order} {}

  std::size_t size() const { return slots_.size(); }
  Slot head() const { return slots_[head_]; }
  Slot first() const { return slots_[first_]; }

  /// A tenant becomes runnable and needs `turns` >= 1 turns. Precondition: it is not in the cycle.
  void join(Slot slot, std::int64_t turns) {
    std::size_t at = head_;  // arrival: the last to come, just before the head comes again
    if (order_ == hw::Ring::kCreation) {
      at = static_cast<std::size_t>(std::lower_bound(slots_.begin(), slots_.end(), slot) - slots_.begin());
    }
    // Places up to the head have had their turn of this round.
    const bool passed = at <= head_ && !slots_.empty();
    const std::int64_t last_round = round_ + turns - (passed ? 0 : 1);
    slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(at), slot);
    last_rounds_.insert(last_rounds_.begin() + static_cast<std::ptrdiff_t>(at), last_round);
    if (passed) ++head_;
    if (at <= first_) ++first_;
    const bool ends_first =
        first_known_ && (last_round < last_rounds_[first_] || (last_round == last_rounds_[first_] && at < first_));
    if (ends_first) first_ = at;
  }

  /// The head gives its place to another tenant, which needs `turns` >= 1, this one included. Precondition: it is
  /// alone.
  void replace_head(Slot slot, std::int64_t turns) {
    LIBSCHED_ASSERT(size() == 1, "only on an idle GPU");
    slots_[0] = slot;
    last_rounds_[0] = round_ + turns - 1;
    first_known_ = false;
  }

  /// The head leaves; whoever follows becomes the head. Precondition: somebody does.
  void leave() {
    slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(head_));
    last_rounds_.erase(last_rounds_.begin() + static_cast<std::ptrdiff_t>(head_));
    if (head_ == slots_.size()) {
      head_ = 0;
      ++round_;
    }
    first_known_ = false;
  }

  /// `turns` turns pass.
  void turn(std::int64_t turns) {
    const std::size_t at = head_ + static_cast<std::size_t>(turns);
    if (at < size()) {
      head_ = at;
    } else if (at < 2 * size()) {
      head_ = at - size();
      ++round_;
    } else {
      head_ = at % size();
      round_ += static_cast<std::int64_t>(at / size());
    }
  }

  /// How many turns after this one the head needs.
  std::int64_t turns_of_head() const { return last_rounds_[head_] - round_; }
  void set_turns_of_head(std::int64_t turns) {
    last_rounds_[head_] = round_ + turns;
    first_known_ = false;
  }
  /// The head has no work, but keeps its place as long as it is the resident.
  void idle_head() {
    last_rounds_[head_] = kNoWork;
    first_known_ = false;
  }

  /// Finds who ends its burst first: the earliest round, then the earliest place.
  void find_first() {
    if (first_known_) return;
    first_ =
        static_cast<std::size_t>(std::min_element(last_rounds_.begin(), last_rounds_.end()) - last_rounds_.begin());
    first_known_ = true;
  }
  /// Rounds and places from the head's turn to the last turn of whom find_first() found.
  std::int64_t rounds_to_first() const { return last_rounds_[first_] - round_; }
  std::int64_t places_to_first() const { return static_cast<std::int64_t>(first_) - static_cast<std::int64_t>(head_); }
  /// All of them, where they fit in 64 bits.
  std::int64_t turns_to_first() const {
    return rounds_to_first() * static_cast<std::int64_t>(size()) + places_to_first();
  }

  /// Everybody in the order of turns, from the one after the head on.
  std::vector<Slot> after_head() const {
    std::vector<Slot> all{slots_};
    std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>((head_ + 1) % size()), all.end());
    return all;
  }

 private:
  static constexpr std::int64_t kNoWork = std::numeric_limits<std::int64_t>::max();

  hw::Ring order_;
  std::vector<Slot> slots_;                ///< creation order: ascending
  std::vector<std::int64_t> last_rounds_;  ///< in which each ends its burst, by place
  std::size_t head_ = 0;
  std::int64_t round_ = 0;
  std::size_t first_ = 0;
  bool first_known_ = false;
};

}  // namespace libsched::share
