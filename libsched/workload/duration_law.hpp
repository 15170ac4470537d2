#pragma once

#include <algorithm>
#include <utility>

#include <libsched/base/random.hpp>
#include <libsched/base/time.hpp>
#include <libsched/workload/distribution.hpp>

namespace libsched::workload {

/// A law of durations, from one of milliseconds. A constant is rounded once and never drawn.
class DurationLaw {
 public:
  DurationLaw() = default;
  DurationLaw(Distribution ms) : ms_{std::move(ms)} {  // NOLINT(google-explicit-constructor)
    if (ms_.is_constant()) constant_ = from_ms(std::min(ms_.mean(), kLongestMs));
  }

  /// Draw `n` of `key` for `purpose`, in whole nanoseconds.
  Duration sample(RandomKey key, Purpose purpose, std::uint64_t n) const {
    if (ms_.is_constant()) return constant_;
    Draw draw{key, purpose, n};
    return from_ms(std::min(ms_.sample(draw), kLongestMs));
  }

 private:
  /// A hundred days: no request takes so long, and no sum of a few overflows.
  static constexpr double kLongestMs = 1e10;
  Distribution ms_;
  Duration constant_{};
};

}  // namespace libsched::workload
