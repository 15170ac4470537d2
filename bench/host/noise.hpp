#pragma once

#include <cstdint>
#include <vector>

#include "bench/record/record.hpp"
#include "core_time.hpp"
#include "seat.hpp"
#include "timeline.hpp"

namespace slicewise::bench::host {

/// A break longer than this is no interrupt: the kernel kept all processes under SCHED_RR off the core, or a hypervisor
/// kept the core.
inline constexpr std::int64_t kLongBreak = 20'000'000;

/// What disturbs a measurement, from its construction to `report`: CPU time stolen by a hypervisor, breaks of a process
/// that has the core for itself.
class NoiseWatch {
 public:
  explicit NoiseWatch(const Seat& seat);
  /// Spins alone for `seconds` and notes the breaks.
  void spin_alone(double seconds);
  /// Breaks seen while processes took turns.
  void add(const std::vector<Span>& breaks);
  void report(Conditions& conditions) const;

 private:
  Seat seat_;
  bool limited_;  // the kernel limits SCHED_RR (sched_rt_runtime_us)
  CoreTime before_;
  double alone_s_ = 0;
  std::vector<double> alone_ns_;
  std::int64_t long_breaks_ = 0;
};

}  // namespace slicewise::bench::host
