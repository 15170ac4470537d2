#pragma once

#include <chrono>
#include <cstdint>

namespace libsched {

/// The simulation's clock: it only types points in time, nothing reads it.
struct SimClock {
  using rep = std::int64_t;
  using period = std::nano;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<SimClock>;
  static constexpr bool is_steady = true;
};

/// A span of virtual time, whole nanoseconds.
using Duration = SimClock::duration;
/// A point of virtual time, nanoseconds since the start of the run.
using Time = SimClock::time_point;

/// Later than every event.
inline constexpr Time kNever = Time::max();

/// Nearest whole number, halves away from zero, as std::llround gives it, without a call. Precondition: |x| < 9e18.
inline std::int64_t rounded(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  const double rest = x - static_cast<double>(whole);  // exact
  return whole + static_cast<std::int64_t>(rest >= 0.5) - static_cast<std::int64_t>(rest <= -0.5);
}

/// Nearest whole nanosecond to `ms` milliseconds. Precondition: |ms| < 9e12.
inline Duration from_ms(double ms) {
  return Duration{rounded(ms * 1e6)};
}
/// Nearest whole nanosecond to `us` microseconds.
inline Duration from_us(double us) {
  return Duration{rounded(us * 1e3)};
}
/// Nearest whole nanosecond to `s` seconds.
inline Duration from_seconds(double s) {
  return Duration{rounded(s * 1e9)};
}
/// Milliseconds, for people and JSON.
constexpr double to_ms(Duration d) {
  return static_cast<double>(d.count()) * 1e-6;
}
/// Seconds, for rates and JSON.
constexpr double to_seconds(Duration d) {
  return static_cast<double>(d.count()) * 1e-9;
}
constexpr double to_seconds(Time t) {
  return to_seconds(t.time_since_epoch());
}

}  // namespace libsched
