#pragma once

#include <cstdint>

#include <libsched/base/random.hpp>
#include <libsched/base/time.hpp>

namespace libsched::share {

/// Standard deviations of a switch per mean, at most. Of switches that vary more nearly all would take no time and one
/// in a million all of it, which no run lives to see: the mean comes before the spread.
inline constexpr double kMostSwitchVariation = 10;

/// How long switches take: always their mean, or each a draw from a gamma law with that mean and the jitter as standard
/// deviation. Sums of such draws are gamma variables again, and how much of a sum came first is a beta variable, so any
/// number of switches is one draw.
class SwitchCosts {
 public:
  /// `key` keys the draws; unused where `jitter` is zero.
  SwitchCosts(Duration jitter, RandomKey key) : jitter_{jitter}, key_{key} {}

  bool vary(Duration mean) const { return jitter_ > Duration::zero() && mean > Duration::zero(); }
  /// Standard deviations per mean.
  double variation(Duration mean) const;
  /// One switch.
  Duration one(Duration mean) { return vary(mean) ? sum(mean, 1) : mean; }
  /// So many switches together. Precondition: they vary.
  Duration sum(Duration mean, std::int64_t count);
  /// What the first `part` of `count` switches took that took `total` together. Precondition: they vary, and no more
  /// than kMostDivided.
  Duration first(Duration mean, std::int64_t part, std::int64_t count, Duration total);

  /// Variation up to which first() divides exactly: the draws that it compares are never too small for a double.
  static constexpr double kMostDivided = 4;

 private:
  double draw(double mean, double variation);

  Duration jitter_;
  RandomKey key_;
  std::uint64_t drawn_ = 0;
};

}  // namespace libsched::share
