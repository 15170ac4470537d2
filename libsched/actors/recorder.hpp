#pragma once

#include <array>
#include <cstdint>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// Counts the requests of one workload and keeps their latencies.
class Recorder {
 public:
  /// `keep_all`: no warm-up is cut, as for a trace, whose quiet hours are no warm-up.
  explicit Recorder(des::Engine& engine, bool keep_all = false)
      : engine_{engine}, keep_all_{keep_all}, stats_{keep_all} {}

  void on_arrival() { ++arrived_; }
  void on_complete(Time arrived);

  /// The engine stops when this reaches a doubling count, so that its owner can look at the precision.
  void stop_at_checkpoints() { stop_at_checkpoints_ = true; }

  std::uint64_t arrived() const { return arrived_; }
  std::uint64_t in_system() const { return arrived_ - stats_.completed(); }
  const LatencyStats& stats() const { return stats_; }
  /// The requests in system have doubled with every one of the last checkpoints, far beyond chance: load > capacity.
  /// Never said of a trace, which ends.
  bool growing() const { return growing_checks_ >= 3 && !keep_all_; }

 private:
  void check_growth();

  des::Engine& engine_;
  bool keep_all_;
  LatencyStats stats_;
  std::uint64_t arrived_ = 0;
  std::uint64_t last_in_system_ = 0;
  int growing_checks_ = 0;
  bool stop_at_checkpoints_ = false;
};

}  // namespace libsched::actors
