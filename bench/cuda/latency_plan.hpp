#pragma once

#include <string>
#include <vector>

#include "bench/record/value.hpp"

namespace slicewise::bench::cuda {

/// One request: GPU time alone in equal bursts, host time before each.
struct Request {
  std::string name;
  double gpu_us = 0;  // as asked for, with one block on each multiprocessor
  int bursts = 1;
  double host_us = 0;
  bool waits = true;  // after each burst; otherwise all are queued and only the last is waited for
  int blocks_per_multiprocessor = 1;
};

/// One run of requests; bench/record/README.md says what the parameters mean.
struct LatencyRun {
  Request request;
  int processes = 1;
  bool busy_neighbours = false;
  double rate_per_s = 0;  // of each process; 0: closed loop
  double think_us = 0;    // mean of an exponential
  double weight = 1;      // share of the time

  /// "latency/processes:2/request:short/loop:closed", with another word in place of the first.
  std::string name(const std::string& measurement) const;
  slicewise::bench::Values parameters() const;
  int measured() const { return busy_neighbours ? 1 : processes; }
};

/// Alone, then 2 to 4 processes alike, busy neighbours, an open loop, and the sweep of host gaps.
std::vector<LatencyRun> latency_plan();

/// What runs under MPS, for so many clients: kernels that leave room on each multiprocessor and kernels that do not.
std::vector<LatencyRun> mps_plan(int clients);

}  // namespace slicewise::bench::cuda
