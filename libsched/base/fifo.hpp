#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace libsched {

/// First in, first out. A queue that is mostly empty allocates nothing until it first is not, unlike std::deque.
template <class T>
class Fifo {
 public:
  bool empty() const { return first_ == values_.size(); }
  /// Precondition: not empty.
  const T& front() const { return values_[first_]; }

  void push(T value) { values_.push_back(std::move(value)); }

  /// Removes and returns the oldest. Precondition: not empty. O(1) amortised.
  T pop() {
    T oldest = std::move(values_[first_++]);
    if (first_ == values_.size()) {
      values_.clear();
      first_ = 0;
    } else if (first_ > 64 && first_ * 2 > values_.size()) {
      values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    return oldest;
  }

 private:
  std::vector<T> values_;  ///< from `first_` on
  std::size_t first_ = 0;
};

}  // namespace libsched
