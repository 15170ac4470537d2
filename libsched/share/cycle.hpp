#pragma once

#include <algorithm>
#include <array>
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
/// hour of slices is one addition.
///
/// How many places there are and which of them comes first change at every step and cannot be foreseen, so nothing
/// branches on them: loops go over whole blocks of places, the last of them filled up with empty ones.
class Cycle {
 public:
  Cycle(hw::Ring order, std::size_t tenants)
      : order_{order},
        last_rounds_(padded(tenants), kNoWork),
        lasts_(padded(tenants)),
        slots_(padded(tenants), kEmpty) {}

  std::size_t size() const { return size_; }
  Slot head() const { return static_cast<Slot>(slots_[head_]); }

  /// A tenant becomes runnable; its next turn counts. Precondition: it is not in the cycle.
  void join(Slot slot, TurnsLeft left) {
    std::size_t at = head_;  // arrival: the last to come, just before the head comes again
    if (order_ == hw::Ring::kCreation) at = places_before(static_cast<std::int32_t>(slot));
    // Places up to the head have had their turn of this round.
    const bool passed = (at <= head_) & (size_ > 0);
    insert(last_rounds_, at, round_ + left.turns - std::int64_t{!passed});
    insert(lasts_, at, left.last);
    insert(slots_, at, static_cast<std::int32_t>(slot));
    ++size_;
    head_ += std::size_t{passed};
  }

  /// The head gives its place to another tenant. Precondition: it is alone.
  void replace_head(Slot slot, TurnsLeft left) {
    LIBSCHED_ASSERT(size() == 1, "only on an idle GPU");
    last_rounds_[0] = round_ + left.turns - 1;
    lasts_[0] = left.last;
    slots_[0] = static_cast<std::int32_t>(slot);
  }

  /// The head leaves; whoever follows becomes the head. Precondition: somebody does.
  void leave() {
    erase(last_rounds_, head_);
    erase(lasts_, head_);
    erase(slots_, head_);
    --size_;
    const bool wraps = head_ == size_;
    head_ = wraps ? 0 : head_;
    round_ += std::int64_t{wraps};
  }

  /// `turns` turns pass.
  void turn(std::int64_t turns) {
    const std::size_t at = head_ + static_cast<std::size_t>(turns);
    const std::size_t rounds = at / size_;
    head_ = at - rounds * size_;
    round_ += static_cast<std::int64_t>(rounds);
  }
  /// To the last turn of whom find_first() found: turns_to_first() turns.
  void turn_to_first() {
    head_ = first_;
    round_ = last_rounds_[first_];
  }
  /// What the head needs, beginning with the turn that it has now.
  TurnsLeft left_of_head() const { return {last_rounds_[head_] - round_ + 1, lasts_[head_]}; }
  /// What it needs after the turn that it has now.
  void set_left_of_head(TurnsLeft left) {
    last_rounds_[head_] = round_ + left.turns;
    lasts_[head_] = left.last;
  }
  /// The head has no work, but keeps its place as long as it is the resident.
  void idle_head() { last_rounds_[head_] = kNoWork; }

  /// Finds who ends its burst first: the earliest round, then the earliest place.
  void find_first() {
    first_ = 0;
    for (std::size_t block = 0; block < size_; block += kBlock) first_ = earliest(first_, block);
  }
  /// Whole rounds, about, and exactly all turns (where they fit in 64 bits), from the head's turn to the last one of
  /// whom find_first() found; and the work in that.
  std::int64_t rounds_to_first() const { return last_rounds_[first_] - round_; }
  std::int64_t turns_to_first() const {
    return rounds_to_first() * static_cast<std::int64_t>(size()) + static_cast<std::int64_t>(first_) -
           static_cast<std::int64_t>(head_);
  }
  Duration last_of_first() const { return lasts_[first_]; }

  /// Everybody in the order of turns, from the one after the head on.
  void after_head(std::vector<Slot>& all) const {
    all.clear();
    for (std::size_t at = head_ + 1; at < size(); ++at) all.push_back(static_cast<Slot>(slots_[at]));
    for (std::size_t at = 0; at <= head_; ++at) all.push_back(static_cast<Slot>(slots_[at]));
  }

 private:
  static constexpr std::size_t kBlock = 8;
  static constexpr std::int64_t kNoWork = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int32_t kEmpty = std::numeric_limits<std::int32_t>::max();  ///< above every slot

  /// Room for whole blocks, and for one more that insert() and erase() move along.
  static std::size_t padded(std::size_t tenants) { return (tenants / kBlock + 2) * kBlock; }

  std::size_t places_before(std::int32_t slot) const {
    std::size_t before = 0;
    for (std::size_t block = 0; block < size_; block += kBlock) {
      std::int32_t in_block = 0;
      for (std::size_t at = block; at < block + kBlock; ++at) in_block += std::int32_t{slots_[at] < slot};
      before += static_cast<std::size_t>(in_block);
    }
    return before;
  }

  /// Of place `first` and those of a block.
  std::size_t earliest(std::size_t first, std::size_t block) const {
    std::int64_t first_round = last_rounds_[first];
#pragma GCC unroll 8
    for (std::size_t at = block; at < block + kBlock; ++at) {
      const bool earlier = last_rounds_[at] < first_round;
      first = earlier ? at : first;
      first_round = earlier ? last_rounds_[at] : first_round;
    }
    return first;
  }

  template <class T>
  void insert(std::vector<T>& places, std::size_t at, T value) {
    T carried = value;
    for (std::size_t from = at; from <= size_; from += kBlock) {
      std::array<T, kBlock> block;
      std::copy_n(places.begin() + static_cast<std::ptrdiff_t>(from), kBlock, block.begin());
      places[from] = carried;
      carried = block.back();
      std::copy_n(block.begin(), kBlock - 1, places.begin() + static_cast<std::ptrdiff_t>(from) + 1);
    }
  }
  template <class T>
  void erase(std::vector<T>& places, std::size_t at) {
    for (std::size_t to = at; to < size_; to += kBlock) {
      std::array<T, kBlock> block;
      std::copy_n(places.begin() + static_cast<std::ptrdiff_t>(to) + 1, kBlock, block.begin());
      std::copy_n(block.begin(), kBlock, places.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }

  hw::Ring order_;
  // By place, creation order: ascending slots. Beyond `size_` there are empty places.
  std::vector<std::int64_t> last_rounds_;  ///< in which its burst ends
  std::vector<Duration> lasts_;            ///< work in that turn
  std::vector<std::int32_t> slots_;
  std::size_t size_ = 0;
  std::size_t head_ = 0;
  std::int64_t round_ = 0;
  std::size_t first_ = 0;
};

}  // namespace libsched::share
