#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/calib/detail/evidence.hpp>
#include <libsched/calib/latency_run.hpp>

namespace libsched::calib::detail {
namespace {

std::vector<LatencyRun> all_runs(const std::vector<const Record*>& records) {
  std::vector<LatencyRun> runs;
  for (const Record* record : records) {
    for (const Run& run : record->runs) {
      if (auto one = latency_run(*record, run)) runs.push_back(*std::move(one));
    }
  }
  return runs;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Identical closed clients of one burst each, with no time of their host: what every closed form is about.
bool plain(const LatencyRun& run) {
  return run.processes > 1 && !run.open && !run.busy_neighbours && run.bursts == 1 && run.host_us == 0 &&
         !run.runs_ahead;
}

}  // namespace

void read_idle_gap(const std::vector<const Record*>& records, double slice_us, Findings& findings) {
  const std::vector<LatencyRun> runs = all_runs(records);
  double kept_at = -1, yielded_at = -1;
  std::string where;
  for (const LatencyRun& run : runs) {
    const auto solo = alone(run, runs);
    if (run.processes < 2 || run.open || run.bursts != 1 || run.runs_ahead || !solo) continue;
    const double x = median(solo->device_us);
    const double pause = run.think_us + run.host_us;
    // Short requests: one that keeps the device is served at once all through its slice, one that yields never is. And
    // so short a pause that somebody always waits.
    if (x + pause > slice_us / 4 || (!run.busy_neighbours && pause > (run.processes - 1) * x / 2)) continue;
    const double wait = run.busy_neighbours ? slice_us / 2 : x / 2;
    double at_once = 0;
    for (const double latency : run.latency_us) at_once += latency < run.host_us + x + wait;
    at_once /= static_cast<double>(run.latency_us.size());
    constexpr double kMost = 0.7, kFew = 0.3;
    if (at_once >= kMost) kept_at = std::max(kept_at, pause);
    if (at_once <= kFew && (yielded_at < 0 || pause < yielded_at)) yielded_at = pause;
    if (at_once >= kMost || at_once <= kFew) where = run.where;
  }
  if (kept_at < 0 && yielded_at < 0) return;
  // Kept through a pause of t: the gap is over t; yielded in one of t: it is not.
  constexpr double kOver = 1e-3;  // us
  Evidence gap;
  gap.run = where;
  if (kept_at < 0) {
    gap = {0, 0, 0, yielded_at, fmt::format("clients yield when they pause for {:g} us", yielded_at), where};
  } else {
    const double high = std::max(yielded_at, kept_at + kOver);
    gap = {kept_at + kOver,
           0,
           kept_at,
           high,
           fmt::format("clients keep the device when they pause for {:g} us", kept_at),
           where};
  }
  findings.idle_gap.push_back(std::move(gap));
}

void read_refill(const std::vector<const Record*>& records, const hw::GpuProfile& profile, Findings& findings) {
  const std::vector<LatencyRun> runs = all_runs(records);
  const double slice = profile.slice_us.nominal;
  std::vector<Evidence> evidence;
  for (const LatencyRun& run : runs) {
    const auto solo = alone(run, runs);
    if (!plain(run) || run.think_us > 0 || !solo || run.throughput_per_s <= 0) continue;
    const double x = mean(solo->device_us);
    const double cycle = 1e6 / run.throughput_per_s;  // of one request, all clients together
    // The device is not always as fast as it was in the mean.
    const double moved = x * (solo->slow - solo->fast) / 4;
    double refill = 0, error = 0;
    std::string how;
    if (profile.idle_gap_us.nominal > 0) {
      // Slices are full of requests: useful is S - R of S + c.
      refill = slice - x / cycle * (slice + profile.preempt_us.nominal);
      error = slice * moved / x;
      how = "throughput of full slices";
    } else if (x < 0.8 * slice) {
      // Each request is a turn: x + R + c.
      refill = cycle - x - profile.voluntary_us.nominal;
      error = std::hypot(moved, (profile.voluntary_us.high - profile.voluntary_us.low) / 4);
      how = "throughput of requests shorter than a slice";
    } else {
      continue;
    }
    error = std::hypot(error, 0.002 * cycle);  // requests at the ends of the window
    const double half = 1.96 * error;
    evidence.push_back({refill, half, refill - half, refill + half, how, run.where});
  }
  if (evidence.empty()) return;
  // A single run may have met a disturbance; and what is no more than the noise is none.
  constexpr std::size_t kFewestRuns = 3;
  const Combined combined = combine(evidence);
  if (evidence.size() >= kFewestRuns && combined.low > 0) {
    findings.refill = std::move(evidence);
  } else {
    findings.refill_bound = std::max(0.0, combined.high);
  }
}

}  // namespace libsched::calib::detail
