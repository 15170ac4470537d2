#pragma once

#include <cstdint>

#include "core_speed.hpp"
#include "crew.hpp"
#include "device.hpp"
#include "latency_plan.hpp"
#include "log.hpp"

namespace slicewise::bench::host {

/// One request that was answered (now_ns).
struct Answer {
  std::int64_t asked = 0;
  std::int64_t answered = 0;
};
using Answers = Log<Answer>;

/// One process under measurement: its requests, one after the other.
class Client {
 public:
  Client(const LatencyRun& run, const CoreSpeed& speed, const Seat& seat, int process, Answers& log);
  /// Same seed, same arrivals and pauses.
  void work_through(const Shift& shift, std::uint64_t seed);

 private:
  /// Returns when it was answered.
  std::int64_t request(std::int64_t asked);

  const LatencyRun& run_;
  std::int64_t iterations_;  // of a burst
  std::int64_t host_ns_;     // asked of a sleep before a burst
  Device device_;
  int process_;
  Answers& log_;
};

}  // namespace slicewise::bench::host
