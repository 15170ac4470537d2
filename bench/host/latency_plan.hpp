#pragma once

#include <string>
#include <vector>

namespace slicewise::bench::host {

/// One request: device time alone in equal bursts, host time before each.
struct Request {
  std::string name;
  double device_us = 0;
  int bursts = 1;
  double host_us = 0;
};

/// One run of the measurement `latency`; bench/record/README.md says what the parameters mean.
struct LatencyRun {
  Request request;
  int processes = 1;
  bool busy_neighbours = false;
  double rate_per_s = 0;  // of each process; 0: closed loop
  double think_us = 0;    // mean of an exponential
  double weight = 1;      // share of the time

  std::string name() const;
  /// Time for few requests of each process: with less a run says nothing.
  double least_s(double slice_us) const;
};

/// From requests much shorter than a slice to ones of several slices, alone first, then 2 to `processes` processes.
std::vector<LatencyRun> latency_plan(double slice_us, int processes);

}  // namespace slicewise::bench::host
