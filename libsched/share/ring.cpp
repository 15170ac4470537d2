#include <libsched/share/ring.hpp>

#include <bit>

#include <libsched/base/assert.hpp>

namespace libsched::share {

void Ring::join(Slot slot) {
  ++count_;
  if (order_ == hw::Ring::kArrival) {
    queue_.push_back(slot);
    return;
  }
  std::uint64_t& word = waiting_[slot / 64];
  const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
  LIBSCHED_ASSERT((word & bit) == 0, "a tenant waits once");
  word |= bit;
}

Slot Ring::take_next(Slot resident) {
  LIBSCHED_ASSERT(count_ > 0, "somebody waits");
  --count_;
  if (order_ == hw::Ring::kArrival) {
    const Slot next = queue_.front();
    queue_.pop_front();
    return next;
  }
  // The first bit after the resident's, wrapping round: its own word is looked at twice, upper part first, lower last.
  const std::size_t words = waiting_.size();
  const std::size_t start = (resident / 64) % words;
  const std::uint64_t above = resident % 64 == 63 ? 0 : ~std::uint64_t{0} << (resident % 64 + 1);
  std::uint64_t candidates = waiting_[start] & above;
  std::size_t word = start;
  while (candidates == 0) {
    word = word + 1 == words ? 0 : word + 1;
    candidates = waiting_[word];
  }
  waiting_[word] &= ~(candidates & -candidates);
  return static_cast<Slot>(word * 64 + static_cast<std::size_t>(std::countr_zero(candidates)));
}

}  // namespace libsched::share
