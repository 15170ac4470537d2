#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
    if (ms_.is_constant()) constant_ = duration(ms_.mean());
  }

  /// Draw `n` of `key` for `purpose`, in whole nanoseconds.
  Duration sample(RandomKey key, Purpose purpose, std::uint64_t n) const {
    if (ms_.is_constant()) return constant_;
    Draw draw{key, purpose, n};
    return duration(ms_.sample(draw));
  }

  bool is_constant() const { return ms_.is_constant(); }
  /// In milliseconds.
  const Distribution& law() const { return ms_; }
  /// One sample of law() in whole nanoseconds.
  static Duration duration(double ms) { return from_ms(std::min(ms, kLongestMs)); }

 private:
  /// A hundred days: no request takes so long, and no sum of a few overflows.
  static constexpr double kLongestMs = 1e10;
  Distribution ms_;
  Duration constant_{};
};

/// The draws of one law for one entity and purpose, four at once.
class DurationStream {
 public:
  /// Keeps a reference to `law`.
  DurationStream(const DurationLaw& law, RandomKey key, Purpose purpose) : law_{law}, key_{key}, purpose_{purpose} {
    if (law.is_constant()) durations_.fill(law.sample(key, purpose, 0));
  }

  /// Draw `n`, whatever was asked before; cheapest in ascending order.
  Duration operator[](std::uint64_t n) {
    if (n / 4 != four_ && !law_.is_constant()) draw_four(n / 4);
    return durations_[n % 4];
  }

 private:
  void draw_four(std::uint64_t four);

  const DurationLaw& law_;
  RandomKey key_;
  Purpose purpose_;
  std::uint64_t four_ = ~std::uint64_t{0};
  std::array<Duration, 4> durations_{};  ///< of draws 4 four_ to 4 four_ + 3
};

}  // namespace libsched::workload
