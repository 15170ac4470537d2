#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace libsched::place::detail {

/// Scores of n places; finds the highest, the first on ties, in O(log n), and changes one in O(log n).
class ScoreTree {
 public:
  /// The score of a place that cannot be chosen.
  static constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

  explicit ScoreTree(std::size_t n) : leaves_{std::bit_ceil(std::max<std::size_t>(n, 1))}, best_(2 * leaves_, kNone) {}

  /// Bytes that a tree of n places takes.
  static std::size_t bytes(std::size_t n) {
    return 2 * sizeof(std::int32_t) * std::bit_ceil(std::max<std::size_t>(n, 1));
  }

  std::int32_t highest() const { return best_[1]; }
  /// The first place with the highest score.
  std::size_t first_highest() const {
    std::size_t i = 1;
    while (i < leaves_) i = 2 * i + (best_[2 * i] == best_[i] ? 0 : 1);
    return i - leaves_;
  }
  std::int32_t score(std::size_t place) const { return best_[leaves_ + place]; }
  void set(std::size_t place, std::int32_t score) {
    std::size_t i = leaves_ + place;
    if (best_[i] == score) return;
    best_[i] = score;
    while (i > 1) {
      i /= 2;
      const std::int32_t better = std::max(best_[2 * i], best_[2 * i + 1]);
      if (best_[i] == better) return;
      best_[i] = better;
    }
  }

 private:
  std::size_t leaves_;
  std::vector<std::int32_t> best_;  ///< a tournament: node i is the better of 2i and 2i + 1
};

}  // namespace libsched::place::detail
