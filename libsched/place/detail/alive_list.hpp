#pragma once

#include <cstddef>
#include <vector>

namespace libsched::place::detail {

/// Positions 0..n-1 of which some are taken out; finds the k-th that is left in O(log n) (a Fenwick tree).
class AliveList {
 public:
  explicit AliveList(std::size_t n) : sums_(n + 1), alive_(n, true), size_{n} {
    for (std::size_t i = 1; i <= n; ++i) sums_[i] = i & (~i + 1);
    while (step_ * 2 <= n) step_ *= 2;
  }
  std::size_t size() const { return size_; }
  bool contains(std::size_t position) const { return alive_[position]; }
  /// Takes the k-th of those left (from 0), and says where it was. Precondition: k < size().
  std::size_t take(std::size_t k) {
    std::size_t position = 0;
    for (std::size_t step = step_; step > 0; step /= 2) {
      if (position + step < sums_.size() && sums_[position + step] <= k) {
        position += step;
        k -= sums_[position];
      }
    }
    for (std::size_t i = position + 1; i < sums_.size(); i += i & (~i + 1)) --sums_[i];
    alive_[position] = false;
    --size_;
    return position;
  }

 private:
  std::vector<std::size_t> sums_;
  std::vector<bool> alive_;
  std::size_t size_;
  std::size_t step_ = 1;
};

}  // namespace libsched::place::detail
