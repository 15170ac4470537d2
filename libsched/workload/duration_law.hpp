#pragma once

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
    if (ms_.is_constant()) constant_ = from_ms(ms_.mean());
  }

  /// Draw `n` of `key` for `purpose`, in whole nanoseconds.
  Duration sample(RandomKey key, Purpose purpose, std::uint64_t n) const {
    if (ms_.is_constant()) return constant_;
    Draw draw{key, purpose, n};
    return from_ms(ms_.sample(draw));
  }

 private:
  Distribution ms_;
  Duration constant_{};
};

}  // namespace libsched::workload
