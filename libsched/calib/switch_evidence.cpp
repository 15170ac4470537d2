#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/calib/detail/evidence.hpp>

namespace libsched::calib::detail {
namespace {

constexpr double kUs = 1e-3;
constexpr std::size_t kFewest = 5;

std::vector<double> pooled(const Run& run, const char* series) {
  std::vector<double> all;
  for (const Series* one : run.of(series)) all.insert(all.end(), one->samples.begin(), one->samples.end());
  return without_outliers(all);
}

/// Single switches: their median; half of them lie within the interval at least, because what a switch costs depends on
/// what ran.
void read_samples(const Record& record, const Run& run, const char* series, double less_ns,
                  std::vector<Evidence>& into) {
  const std::vector<double> samples = pooled(run, series);
  if (samples.size() < kFewest) return;
  const double tick =
      record.conditions.timer_tick_ns.value_or(0) / std::sqrt(12.0 * static_cast<double>(samples.size()));
  const Located middle = located_median(samples);
  const double value = std::max(0.0, (middle.value - less_ns) * kUs);
  Evidence one = evidence_of({value, std::hypot(middle.error, tick) * kUs}, static_cast<double>(samples.size() - 1),
                             fmt::format("median of {} {}", samples.size(), series), name_of(record, run));
  one.spread_low = std::min(one.spread_low, std::max(0.0, (quantile(samples, 0.25) - less_ns) * kUs));
  one.spread_high = std::max(one.spread_high, (quantile(samples, 0.75) - less_ns) * kUs);
  into.push_back(std::move(one));
}

void read_jitter(const Record& record, const Run& run, Findings& findings) {
  const std::vector<double> samples = pooled(run, "switch_preempt");
  constexpr std::size_t kEnough = 30;
  if (samples.size() < kEnough) return;
  const double tick = record.conditions.timer_tick_ns.value_or(0);
  // Two readings of a clock, each rounded to a tick.
  const double sigma = std::sqrt(std::max(0.0, std::pow(robust_sigma(samples), 2) - tick * tick / 6));
  const double error = sigma / std::sqrt(2.0 * static_cast<double>(samples.size()));
  findings.jitter.push_back(evidence_of({sigma * kUs, error * kUs}, static_cast<double>(samples.size() - 1),
                                        fmt::format("scatter of {} switches", samples.size()), name_of(record, run)));
}

/// GPU time that a working set in the cache costs at each visit: of those that fit, the smallest to the largest.
void read_cache_refill(const Record& record, const Run& run, Findings& findings) {
  const double cache = run.number("l2_bytes").value_or(0);
  const double used = run.number("working_set_bytes").value_or(0);
  if (used > cache) return;  // it never stays in the cache, with or without neighbours
  read_samples(record, run, "refill", 0, findings.refill);
}

}  // namespace

void read_switches(const Record& record, Findings& findings) {
  for (const Run& run : record.runs) {
    if (run.skipped) continue;
    read_samples(record, run, "switch_preempt", 0, findings.preempt);
    read_samples(record, run, "switch_voluntary", 0, findings.voluntary);
    // A launch has its own latency, also where nobody has to be switched out.
    const std::vector<double> own = pooled(run, "launch_own");
    read_samples(record, run, "switch_idle", own.empty() ? 0 : median(own), findings.idle);
    read_jitter(record, run, findings);
    read_cache_refill(record, run, findings);
  }
}

}  // namespace libsched::calib::detail
