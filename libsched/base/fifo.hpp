#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace libsched {

/// First in, first out, in a ring of slots. Unlike std::deque it allocates nothing until it is first used: most queues
/// of a fleet hardly ever are.
template <class T>
class Fifo {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }

  void push(T value) {
    if (count_ == capacity_) grow();
    slots_[(first_ + count_++) & (capacity_ - 1)] = std::move(value);
  }

  /// Removes and returns the oldest. Precondition: not empty.
  T pop() {
    T& oldest = slots_[first_];
    first_ = (first_ + 1) & (capacity_ - 1);
    --count_;
    return std::move(oldest);
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<T> larger(capacity_ == 0 ? 4 : 2 * capacity_);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = std::move(slots_[(first_ + i) & (capacity_ - 1)]);
    slots_ = std::move(larger);
    capacity_ = slots_.size();
    first_ = 0;
  }

  std::vector<T> slots_;
  std::size_t capacity_ = 0;  ///< a power of two, or none
  std::size_t first_ = 0;
  std::size_t count_ = 0;
};

}  // namespace libsched
