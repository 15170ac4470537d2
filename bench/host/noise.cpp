#include "noise.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "bench/record/quantiles.hpp"
#include "settings.hpp"

namespace slicewise::bench::host {
namespace {

constexpr double kMuchSteal = 0.01;
constexpr double kMuchOff = 0.05;
constexpr double kMuchAtOnce = 1e6;  // ns

}  // namespace

NoiseWatch::NoiseWatch(const Seat& seat)
    : seat_{seat},
      limited_{seat.round_robin && read_line("/proc/sys/kernel/sched_rt_runtime_us") != "-1"},
      before_{core_time(seat.cpu)} {}

void NoiseWatch::spin_alone(double seconds) {
  std::int64_t lost = 0;
  Shift shift;
  const Timeline line = watch(seat_, 1, seconds, lost, shift);
  alone_s_ += shift.seconds();
  for (const Span& one : line.breaks) alone_ns_.push_back(static_cast<double>(one.end - one.start));
  add(line.breaks);
}

void NoiseWatch::add(const std::vector<Span>& breaks) {
  long_breaks_ +=
      std::count_if(breaks.begin(), breaks.end(), [](const Span& one) { return one.end - one.start > kLongBreak; });
}

void NoiseWatch::report(Conditions& conditions) const {
  const CoreTime since = core_time(seat_.cpu) - before_;
  if (since.total > 0) {
    conditions.steal_fraction = since.stolen / since.total;
    if (*conditions.steal_fraction > kMuchSteal) {
      char text[120];
      std::snprintf(text, sizeof text, "a hypervisor took %.1f %% of this core's time",
                    *conditions.steal_fraction * 100);
      conditions.warnings.emplace_back(text);
    }
  }
  conditions.throttled_samples = limited_ ? long_breaks_ : 0;
  if (long_breaks_ > 0)
    conditions.warnings.push_back(
        std::to_string(long_breaks_) + " breaks of more than 20 ms: " +
        (limited_ ? "the kernel limits SCHED_RR (sched_rt_runtime_us)"
                  : "others had the core (a hypervisor, or what the kernel runs for once in a while)"));
  if (alone_s_ <= 0) return;
  GapsWhileAlone gaps;
  gaps.count = static_cast<std::int64_t>(alone_ns_.size());
  gaps.per_s = static_cast<double>(gaps.count) / alone_s_;
  if (!alone_ns_.empty()) {
    std::vector<double> sorted = alone_ns_;
    std::sort(sorted.begin(), sorted.end());
    gaps.p50_ns = quantile(sorted, 0.5);
    gaps.p99_ns = quantile(sorted, 0.99);
    gaps.max_ns = sorted.back();
    double off = 0;
    for (const double x : sorted) off += x;
    if (off > kMuchOff * alone_s_ * 1e9 || sorted.back() > kMuchAtOnce) {
      char text[160];
      std::snprintf(text, sizeof text, "a process alone on the core was off it %.2f %% of the time, %.2f ms at most",
                    off / alone_s_ * 1e-7, sorted.back() * 1e-6);
      conditions.warnings.emplace_back(text);
    }
  }
  conditions.gaps_while_alone = gaps;
}

}  // namespace slicewise::bench::host
