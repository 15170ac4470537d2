#pragma once

#include <cerrno>
#include <cstdint>
#include <ctime>

namespace slicewise::bench::host {

/// Nanoseconds of the monotonic clock, the same for all processes of this machine.
inline std::int64_t now_ns() {
  std::timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

/// Sleeps to that time of `now_ns`; at once if it is past. A signal does not wake it.
inline void sleep_until_ns(std::int64_t when) {
  const std::timespec until{when / 1'000'000'000, when % 1'000'000'000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

}  // namespace slicewise::bench::host
