#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <libsched/base/assert.hpp>
#include <libsched/base/time.hpp>
#include <libsched/hw/ring.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// What a tenant needs until its burst ends: so many full turns, and this much work in the last of them.
struct TurnsLeft {
  std::int64_t turns = 0;
  Duration last{};
};

/// The ring as a wheel: the tenant whose turn it is (the head) and everybody who waits, in the order of their turns.
/// Each place has the number of the round in which its burst ends, which stays true however far the wheel turns: an
/// hour of slices is one addition. Who ends first is remembered from one look to the next.
class Cycle {
 public:
  Cycle(hw::Ring order, std::size_t tenants) : order_{order} { places_.reserve(tenants); }

  std::size_t size() const { return places_.size(); }
  Slot head() const { return places_[head_].slot; }

  /// A tenant becomes runnable; its next turn counts. Precondition: it is not in the cycle.
  void join(Slot slot, TurnsLeft left) {
    std::size_t at = head_;  // arrival: the last to come, just before the head comes again
    if (order_ == hw::Ring::kCreation) {
      at = 0;  // counted over all: where a short search would end cannot be foreseen
      for (const Place& place : places_) at += static_cast<std::size_t>(place.slot < slot);
    }
    // Places up to the head have had their turn of this round.
    const bool passed = at <= head_ && !places_.empty();
    const Place place{round_ + left.turns - (passed ? 0 : 1), left.last, slot};
    places_.insert(places_.begin() + static_cast<std::ptrdiff_t>(at), place);
    if (passed) ++head_;
    if (!first_known_) return;
    if (at <= first_) ++first_;
    const std::int64_t first_round = places_[first_].last_round;
    if (place.last_round < first_round || (place.last_round == first_round && at < first_)) first_ = at;
  }

  /// The head gives its place to another tenant. Precondition: it is alone.
  void replace_head(Slot slot, TurnsLeft left) {
    LIBSCHED_ASSERT(size() == 1, "only on an idle GPU");
    places_[0] = {round_ + left.turns - 1, left.last, slot};
    first_known_ = false;
  }

  /// The head leaves; whoever follows becomes the head. Precondition: somebody does.
  void leave() {
    places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(head_));
    if (head_ == places_.size()) {
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
      const std::size_t rounds = at / size();
      head_ = at - rounds * size();
      round_ += static_cast<std::int64_t>(rounds);
    }
  }
  /// To the last turn of whom find_first() found: turns_to_first() turns.
  void turn_to_first() {
    head_ = first_;
    round_ = places_[first_].last_round;
  }
  /// What the head needs, beginning with the turn that it has now.
  TurnsLeft left_of_head() const { return {places_[head_].last_round - round_ + 1, places_[head_].last}; }
  /// What it needs after the turn that it has now.
  void set_left_of_head(TurnsLeft left) {
    places_[head_].last_round = round_ + left.turns;
    places_[head_].last = left.last;
    first_known_ = false;
  }
  /// The head has no work, but keeps its place as long as it is the resident.
  void idle_head() {
    places_[head_].last_round = kNoWork;
    first_known_ = false;
  }

  /// Finds who ends its burst first: the earliest round, then the earliest place.
  void find_first() {
    if (first_known_) return;
    std::size_t first = 0;
    std::int64_t first_round = places_[0].last_round;
    for (std::size_t at = 1; at < places_.size(); ++at) {
      const bool earlier = places_[at].last_round < first_round;
      first = earlier ? at : first;
      first_round = std::min(first_round, places_[at].last_round);
    }
    first_ = first;
    first_known_ = true;
  }
  /// Whole rounds, about, and exactly all turns (where they fit in 64 bits), from the head's turn to the last one of
  /// whom find_first() found; and the work in that.
  std::int64_t rounds_to_first() const { return places_[first_].last_round - round_; }
  std::int64_t turns_to_first() const {
    return rounds_to_first() * static_cast<std::int64_t>(size()) + static_cast<std::int64_t>(first_) -
           static_cast<std::int64_t>(head_);
  }
  Duration last_of_first() const { return places_[first_].last; }

  /// Everybody in the order of turns, from the one after the head on.
  void after_head(std::vector<Slot>& all) const {
    all.clear();
    for (std::size_t at = head_ + 1; at < size(); ++at) all.push_back(places_[at].slot);
    for (std::size_t at = 0; at <= head_; ++at) all.push_back(places_[at].slot);
  }

 private:
  struct alignas(32) Place {      // so that finding one is a shift
    std::int64_t last_round = 0;  ///< in which its burst ends
    Duration last{};              ///< work in that turn
    Slot slot = 0;
  };
  static constexpr std::int64_t kNoWork = std::numeric_limits<std::int64_t>::max();

  hw::Ring order_;
  std::vector<Place> places_;  ///< creation order: ascending
  std::size_t head_ = 0;
  std::int64_t round_ = 0;
  std::size_t first_ = 0;
  bool first_known_ = false;
};

}  // namespace libsched::share
