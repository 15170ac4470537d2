#include <libsched/actors/latency_stats.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace libsched::actors {

namespace {

/// 97.5 % point of Student's t (Hill's expansion is within 0.1 % for 8 degrees of freedom or more; smaller ones
/// listed).
double student_975(std::size_t degrees) {
  constexpr std::array<double, 8> kSmall{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306};
  if (degrees == 0) return INFINITY;
  if (degrees <= kSmall.size()) return kSmall[degrees - 1];
  const double z = 1.959964;
  const double n = static_cast<double>(degrees);
  return z + (z * z * z + z) / (4 * n) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

/// Standard error of the mean of the batches' values.
double standard_error(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  double mean = 0;
  for (const double v : values) mean += v / n;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / (n - 1) / n);
}

/// The same where batches are so short that each resembles the one before, as those of many pods are: there is less to
/// see in them than in as many independent ones, by (1 - r) / (1 + r). A correlation r within chance is none.
double standard_error_of_run(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  double products = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += (values[i] - mean) * (values[i] - mean);
    if (i > 0) products += (values[i] - mean) * (values[i - 1] - mean);
  }
  constexpr double kMostCorrelated = 0.99;
  const double r = squares > 0 ? std::min(products / squares, kMostCorrelated) : 0;
  const double correction = r > 2 / std::sqrt(n) ? std::sqrt((1 + r) / (1 - r)) : 1;
  return standard_error(values) * correction;
}

/// Whether the later half of the batches differs from the earlier one by more than chance.
bool halves_differ(std::span<const double> values) {
  const std::size_t half = values.size() / 2;
  const auto earlier = values.first(half);
  const auto later = values.last(half);
  const auto mean = [](std::span<const double> of) {
    return std::accumulate(of.begin(), of.end(), 0.0) / static_cast<double>(of.size());
  };
  // Three standard errors: one run in some hundred takes twice as long for nothing.
  return std::abs(mean(later) - mean(earlier)) >
         3 * std::hypot(standard_error_of_run(earlier), standard_error_of_run(later));
}

}  // namespace

void LatencyStats::close_batch() {
  if (batches_.size() == kMaxBatches) {
    ++checkpoints_;
    for (std::size_t i = 0; i < kMaxBatches / 2; ++i) {
      Batch& into = batches_[i];
      if (i > 0) into = std::move(batches_[2 * i]);
      const Batch& second = batches_[2 * i + 1];
      into.histogram.add(second.histogram);
      into.sum_ns += second.sum_ns;
      into.min = std::min(into.min, second.min);
      into.max = std::max(into.max, second.max);
      into.end = second.end;
    }
    batches_.resize(kMaxBatches / 2);
    batch_size_ *= 2;
  }
  batches_.emplace_back();
}

// MSER (White 1997): cut where the standard error of what remains is least; never more than half.
std::size_t LatencyStats::warm_up_batches() const {
  const std::size_t n = batches_.size() - 1;
  std::size_t best = 0;
  double best_score = INFINITY;
  double sum = 0;
  double squares = 0;
  // From the end, so that the sums of what remains after cutting `i` batches are at hand.
  const double size = static_cast<double>(batch_size_);
  const double origin = n > 0 ? batches_[n - 1].sum_ns / size : 0;  // against cancellation
  for (std::size_t i = n; i-- > 0;) {
    const double mean = batches_[i].sum_ns / size - origin;
    sum += mean;
    squares += mean * mean;
    const double left = static_cast<double>(n - i);
    const double score = std::max(0.0, squares - sum * sum / left) / (left * left);
    if (i <= n / 2 && score <= best_score) {
      best_score = score;
      best = i;
    }
  }
  return best;
}

// Many pods together are precise long before any of them has had its share of long queues: their mean still rises.
bool LatencyStats::settled(double tolerance) const {
  const std::size_t closed = batches_.size() - 1;
  const std::size_t cut = closed >= 8 && !keep_all_ ? warm_up_batches() : 0;
  const std::size_t half = (closed - cut) / 2;
  if (half < 4) return true;
  const std::span<const Batch> later = std::span{batches_}.subspan(closed - half, half);
  const std::span<const Batch> earlier = std::span{batches_}.subspan(closed - 2 * half, half);
  const std::span<const Batch> both = std::span{batches_}.subspan(closed - 2 * half, 2 * half);
  const double size = static_cast<double>(batch_size_);
  const auto far_apart = [&](double a, double b) { return std::abs(a - b) > tolerance * std::max(a, b); };
  const auto mean = [&](std::span<const Batch> of) {
    double sum = 0;
    for (const Batch& batch : of) sum += batch.sum_ns;
    return sum / (static_cast<double>(of.size()) * size);
  };
  std::vector<double> values;
  for (const Batch& batch : both) values.push_back(batch.sum_ns / size);
  if (far_apart(mean(earlier), mean(later)) && halves_differ(values)) return false;

  const auto merged = [](std::span<const Batch> of) {
    Histogram all;
    for (const Batch& batch : of) all.add(batch.histogram);
    all.sort();
    return all;
  };
  const auto tail = [&](std::span<const Batch> of) { return merged(of).quantile(kQuantiles.back()); };
  const double before = to_ms(tail(earlier));
  const double after = to_ms(tail(later));
  if (!far_apart(before, after)) return true;
  const Duration p99 = tail(both);
  values.clear();
  for (const Batch& batch : both) values.push_back(static_cast<double>(batch.histogram.count_up_to(p99)) / size);
  return !halves_differ(values);
}

std::optional<LatencySummary> LatencyStats::summary(Time end) const {
  if (completed_ == 0) return std::nullopt;
  const std::size_t closed = batches_.size() - 1;
  const std::size_t cut = closed >= 8 && !keep_all_ ? warm_up_batches() : 0;
  LatencySummary result;
  result.warm_until = cut > 0 ? batches_[cut - 1].end : Time{};

  // The unfinished last batch counts in the values, not in the spread.
  double sum_ns = 0;
  Duration min = Duration::max();
  Duration max{};
  for (std::size_t i = cut; i < batches_.size(); ++i) {
    result.histogram.add(batches_[i].histogram);
    sum_ns += batches_[i].sum_ns;
    min = std::min(min, batches_[i].min);
    max = std::max(max, batches_[i].max);
  }
  result.histogram.sort();
  const double kept = static_cast<double>(result.histogram.total());
  const std::size_t spread = closed > cut ? closed - cut : 0;
  const double t = spread > 1 ? student_975(spread - 1) : INFINITY;
  result.max_ms = to_ms(max);

  std::vector<double> values(spread);
  const auto interval = [&](double value) -> Measured {
    if (spread < 2) return {value, to_ms(min), to_ms(max)};  // too few to say more than the range seen
    const double half = t * standard_error_of_run(values);
    return {value, std::max(0.0, value - half), value + half};
  };
  const double size = static_cast<double>(batch_size_);
  for (std::size_t i = 0; i < spread; ++i) values[i] = batches_[cut + i].sum_ns / size * 1e-6;
  result.mean_ms = interval(sum_ns / kept * 1e-6);

  Time begin = result.warm_until;
  for (std::size_t i = 0; i < spread; ++i) {
    values[i] = size / to_seconds(batches_[cut + i].end - begin);
    begin = batches_[cut + i].end;
  }
  const double span_s = to_seconds(std::max({batches_.back().end, begin, end}) - result.warm_until);
  const double rate = span_s > 0 ? kept / span_s : 0;
  const double poisson = span_s > 0 ? 1.96 * std::sqrt(kept) / span_s : 0;
  result.throughput_per_s = spread < 2 ? Measured{rate, std::max(0.0, rate - poisson), rate + poisson} : interval(rate);

  // A quantile's interval: the spread of the fraction of each batch below it, carried over by the histogram.
  const std::vector<Duration> at = result.histogram.quantiles(kQuantiles);
  for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
    Measured& measured = result.quantile_ms[q];
    measured.value = to_ms(std::clamp(at[q], min, max));
    if (spread < 2) {
      measured.low = to_ms(min);
      measured.high = result.max_ms;
      continue;
    }
    for (std::size_t i = 0; i < spread; ++i) {
      values[i] = static_cast<double>(batches_[cut + i].histogram.count_up_to(at[q])) / size;
    }
    const double half = t * standard_error_of_run(values);
    const std::array<double, 2> ends{std::max(0.0, kQuantiles[q] - half), std::min(1.0, kQuantiles[q] + half)};
    const std::vector<Duration> range = result.histogram.quantiles(ends);
    measured.low = to_ms(std::clamp(range[0], min, max));
    measured.high = kQuantiles[q] + half >= 1 ? result.max_ms : to_ms(std::clamp(range[1], min, max));
  }
  return result;
}

}  // namespace libsched::actors
