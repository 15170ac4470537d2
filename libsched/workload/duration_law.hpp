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
    if (ms_.is_constant()) constant_ = from_ms(std::min(ms_.mean(), kLongestMs));
  }

  /// Draw `n` of `key` for `purpose`, in whole nanoseconds.
  Duration sample(RandomKey key, Purpose purpose, std::uint64_t n) const {
    if (ms_.is_constant()) return constant_;
    Draw draw{key, purpose, n};
    return from_ms(std::min(ms_.sample(draw), kLongestMs));
  }

  /// Draws `first`, `first` + 1, ... at once.
  template <std::size_t N>
  void sample(RandomKey key, Purpose purpose, std::uint64_t first, std::array<Duration, N>& durations) const {
    std::array<double, N> ms;
    ms_.sample(key, purpose, first, ms);
    for (std::size_t i = 0; i < N; ++i) durations[i] = from_ms(std::min(ms[i], kLongestMs));
  }
  bool is_constant() const { return ms_.is_constant(); }

 private:
  /// A hundred days: no request takes so long, and no sum of a few overflows.
  static constexpr double kLongestMs = 1e10;
  Distribution ms_;
  Duration constant_{};
};

/// The draws of one law for one entity and purpose, a few at once.
class DurationStream {
 public:
  /// Keeps a reference to `law`.
  DurationStream(const DurationLaw& law, RandomKey key, Purpose purpose) : law_{law}, key_{key}, purpose_{purpose} {
    if (law.is_constant()) durations_.fill(law.sample(key, purpose, 0));
  }

  /// Draw `n`, whatever was asked before; cheapest in ascending order.
  Duration operator[](std::uint64_t n) {
    if (n / kAtOnce != block_ && !law_.is_constant()) {
      block_ = n / kAtOnce;
      law_.sample(key_, purpose_, block_ * kAtOnce, durations_);
    }
    return durations_[n % kAtOnce];
  }

 private:
  static constexpr std::size_t kAtOnce = 4;
  const DurationLaw& law_;
  RandomKey key_;
  Purpose purpose_;
  std::uint64_t block_ = ~std::uint64_t{0};
  std::array<Duration, kAtOnce> durations_{};
};

}  // namespace libsched::workload
