#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <libsched/actors/histogram.hpp>
#include <libsched/base/time.hpp>

namespace libsched::actors {

/// A statistic with its 95 % confidence interval.
struct Measured {
  double value = 0;
  double low = 0;
  double high = 0;
  /// Half-width relative to the value.
  double relative_error() const { return value > 0 ? (high - low) / 2 / value : 0; }
};

/// The quantiles that reports carry.
inline constexpr std::array<double, 4> kQuantiles{0.50, 0.90, 0.95, 0.99};

/// What the completions of one workload say, after the warm-up cut. Latencies in milliseconds.
struct LatencySummary {
  Measured mean_ms;
  std::array<Measured, kQuantiles.size()> quantile_ms;
  double max_ms = 0;
  Measured throughput_per_s;
  Time warm_until{};    ///< completions up to here were cut
  Histogram histogram;  ///< of the completions kept
};

/// Latencies of one workload in 32 to 64 batches of equal size, each with its own histogram: memory does not grow with
/// time, the warm-up can be cut afterwards, and the spread between batches gives the confidence intervals.
/// Rules: docs/models/statistics.md.
class LatencyStats {
 public:
  /// `keep_all`: cut no warm-up.
  explicit LatencyStats(bool keep_all = false) : keep_all_{keep_all} {}

  /// One completion at `now`. O(1) amortised.
  void add(Time now, Duration latency) {
    Batch& batch = batches_.back();
    batch.histogram.add(latency);
    batch.sum_ns += static_cast<double>(latency.count());
    batch.max = std::max(batch.max, latency);
    batch.min = std::min(batch.min, latency);
    batch.end = now;
    ++completed_;
    if (batch.histogram.total() == batch_size_) close_batch();
  }

  std::uint64_t completed() const { return completed_; }
  /// How often the number of completions has reached a doubling count (4096, 8192, ...): when precision is looked at.
  std::uint32_t checkpoints() const { return checkpoints_; }

  /// Statistics of what is there; none before the first completion. Who watched until `end` has also seen that nothing
  /// more was completed by then; without it, time ends with the last completion.
  std::optional<LatencySummary> summary(Time end = {}) const;
  /// Whether what remains after the warm-up cut stands still: its later half has the mean and the tail of the earlier
  /// one, within `tolerance` of them or within chance.
  bool settled(double tolerance) const;

 private:
  static constexpr std::size_t kMaxBatches = 64;
  struct Batch {
    Histogram histogram;
    double sum_ns = 0;
    Duration min = Duration::max();
    Duration max{};
    Time end{};
  };
  void close_batch();
  std::size_t warm_up_batches() const;

  std::vector<Batch> batches_ = std::vector<Batch>(1);  ///< the last one is being filled
  bool keep_all_;
  std::uint64_t batch_size_ = 64;
  std::uint64_t completed_ = 0;
  std::uint32_t checkpoints_ = 0;
};

}  // namespace libsched::actors
