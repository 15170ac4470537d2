#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// What may become of a queue. Endless arrivals may make it grow without bound. A trace ends, and its quiet hours are
/// no warm-up to be cut. Closed clients wait for their answers, so they are their queue's bound.
enum class Stream { kEndless, kTrace, kClosed };

/// The longest queue that chance alone leaves after so many requests where load and capacity are the same: a random
/// walk.
inline double longest_by_chance(double requests) {
  return 64 + 4.5 * std::sqrt(requests);
}

/// Counts the requests of one workload and keeps their latencies.
class Recorder {
 public:
  explicit Recorder(des::Engine& engine, Stream stream = Stream::kEndless)
      : engine_{engine}, stream_{stream}, stats_{stream == Stream::kTrace} {}

  /// This many more requests can be in service at once: what is in the system beyond them waits.
  void add_servers(std::uint64_t servers) { servers_ += servers; }
  /// Known beforehand to ask more than can be served.
  void expect_overload() { overload_expected_ = true; }
  /// Known beforehand to ask less: hours of a burst may look like an overload, and are none.
  void rule_out_growth() { growth_ruled_out_ = true; }

  void on_arrival() {
    if (++arrived_ >= next_look_) look_at_arrivals();
  }
  void on_complete(Time arrived);

  /// The engine stops when this reaches a doubling count, so that its owner can look at the precision.
  void stop_at_checkpoints() { stop_at_checkpoints_ = true; }

  std::uint64_t arrived() const { return arrived_; }
  std::uint64_t in_system() const { return arrived_ - stats_.completed(); }
  std::uint64_t waiting() const { return in_system() > servers_ ? in_system() - servers_ : 0; }
  const LatencyStats& stats() const { return stats_; }
  /// Load > capacity: the requests in system have doubled with every one of the last checkpoints, far beyond chance; or
  /// so few are answered that no checkpoint comes, and nearly all that arrive wait. Never said of a trace, which ends.
  bool growing() const {
    return stream_ == Stream::kEndless && !growth_ruled_out_ &&
           (growing_checks_ >= 3 || unanswered_looks_ >= kUnansweredLooks || turned_away_);
  }
  /// The same of a run that ends before it could show as much: its queue has been beyond chance for at least half of
  /// its arrivals.
  bool grew() const;
  /// Whether a request may join a queue of this length. The queue of whoever is overloaded is longer than anybody's
  /// patience; that it goes on growing concerns nobody but the memory of this machine.
  bool admits(std::size_t queued) {
    if (queued < kLongestOverloadedQueue || stream_ != Stream::kEndless) return true;
    if (!overload_expected_ && !growing()) return true;
    turned_away_ = true;
    return false;
  }

 private:
  static constexpr int kUnansweredLooks = 5;
  static constexpr std::size_t kLongestOverloadedQueue = 1024;
  void check_growth();
  void look_at_arrivals();
  bool beyond_chance(std::uint64_t queued) const;

  des::Engine& engine_;
  Stream stream_;
  LatencyStats stats_;
  std::uint64_t servers_ = 0;
  std::uint64_t arrived_ = 0;
  std::uint64_t last_in_system_ = 0;
  int growing_checks_ = 0;
  // Looks at doubling arrivals.
  std::uint64_t next_look_ = 1;
  Time last_look_ = Time::min();
  std::uint64_t least_ = 0;         ///< in system since the last look
  std::uint64_t least_before_ = 0;  ///< and between the last two
  int unanswered_looks_ = 0;
  bool overload_expected_ = false;
  bool growth_ruled_out_ = false;
  bool turned_away_ = false;
  bool stop_at_checkpoints_ = false;
};

}  // namespace libsched::actors
