#pragma once

#include <string>

#include "value.hpp"

namespace slicewise::bench {

/// One request: time alone on the device in equal bursts, host time before each.
struct Request {
  std::string name;
  double device_us = 0;  // as asked for; on a GPU with one block on each multiprocessor
  int bursts = 1;
  double host_us = 0;
  // On a GPU:
  bool waits = true;  // after each burst; otherwise all are queued and only the last is waited for
  int blocks_per_multiprocessor = 1;
};

/// One run of requests; README.md says what the parameters mean.
struct LatencyRun {
  Request request;
  int processes = 1;
  bool busy_neighbours = false;
  double rate_per_s = 0;  // of each process; 0: closed loop
  double think_us = 0;    // mean of an exponential
  double weight = 1;      // share of the time

  /// "latency/processes:2/request:short/loop:closed", with another word in place of the first.
  std::string name(const std::string& measurement) const;
  /// All but those that only a GPU has.
  Values parameters() const;
  int measured() const { return busy_neighbours ? 1 : processes; }
};

}  // namespace slicewise::bench
