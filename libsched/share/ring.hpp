#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include <libsched/base/assert.hpp>
#include <libsched/base/fifo.hpp>
#include <libsched/hw/ring.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// The tenants that have work and wait for the GPU, in the order in which they get it (gpu-model section 1, rule 1).
class Ring {
 public:
  Ring(hw::Ring order, std::size_t tenants) : order_{order}, waiting_((tenants + 63) / 64) {}

  bool empty() const { return count_ == 0; }

  /// A tenant has become runnable, or was preempted. Precondition: it is not in the ring.
  void join(Slot slot) {
    ++count_;
    if (order_ == hw::Ring::kArrival) {
      queue_.push(slot);
      return;
    }
    std::uint64_t& word = waiting_[slot / 64];
    LIBSCHED_ASSERT((word >> (slot % 64) & 1) == 0, "a tenant waits once");
    word |= std::uint64_t{1} << (slot % 64);
  }

  /// The resident is preempted: it joins, whoever follows it is taken. Precondition: somebody else waits.
  Slot pass_on(Slot resident) {
    LIBSCHED_ASSERT(count_ > 0, "somebody else waits");
    if (order_ == hw::Ring::kArrival || waiting_.size() > 1) {
      join(resident);
      return take_next(resident);
    }
    // At most 64 tenants: one word, read and written once.
    const std::uint64_t waiting = waiting_[0];
    const std::uint64_t after = waiting & ~std::uint64_t{1} << resident;
    const std::uint64_t candidates = after != 0 ? after : waiting;
    waiting_[0] = (waiting | std::uint64_t{1} << resident) & ~(candidates & -candidates);
    return static_cast<Slot>(std::countr_zero(candidates));
  }

  /// Removes and returns whoever follows the resident. Precondition: not empty.
  Slot take_next(Slot resident) {
    LIBSCHED_ASSERT(count_ > 0, "somebody waits");
    --count_;
    if (order_ == hw::Ring::kArrival) {
      return queue_.pop();
    }
    // The first bit after the resident's, wrapping round: its own word is looked at twice, upper part first.
    std::size_t word = resident / 64;
    std::uint64_t candidates = waiting_[word] & ~std::uint64_t{1} << (resident % 64);
    while (candidates == 0) {
      word = word + 1 == waiting_.size() ? 0 : word + 1;
      candidates = waiting_[word];
    }
    waiting_[word] &= ~(candidates & -candidates);
    return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(candidates)));
  }

 private:
  hw::Ring order_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> waiting_;  ///< creation order: one bit per slot
  Fifo<Slot> queue_;                    ///< arrival order
};

}  // namespace libsched::share
