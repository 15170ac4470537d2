#pragma once

#include <vector>

#include "bench/record/record.hpp"
#include "latency_client.hpp"
#include "latency_plan.hpp"

namespace slicewise::bench::host {

/// One setting of `latency`, measured in several rounds. Rounds in which others took the core, as /proc/stat tells, are
/// left out, unless all of them are such.
class LatencyRounds {
 public:
  explicit LatencyRounds(const LatencyRun& setting) : setting_{setting} {}
  const LatencyRun& setting() const { return setting_; }
  void measure(const Seat& seat, const CoreSpeed& speed, double seconds);
  Run result() const;

 private:
  struct Round {
    Shift shift;
    std::vector<std::vector<Answer>> answers;  // of each measured process
    std::int64_t lost = 0;
    bool disturbed = false;
  };
  void add_process(int process, bool all, Run& run) const;

  LatencyRun setting_;
  std::vector<Round> rounds_;
};

}  // namespace slicewise::bench::host
