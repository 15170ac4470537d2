// How finely the GPU's timer ticks, how fast its counters run.
#include <chrono>
#include <thread>

#include "measurements.hpp"
#include "processes.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kTicks = 4096;

void read_timer(Member& member, double seconds) {
  Session session;
  const DeviceArray<long long> timer{kTicks};
  const DeviceArray<long long> cycles{kTicks};
  session.warm(0.3);
  const ClockPair before = session.clocks();
  const std::int64_t start = host_ns();
  const std::int64_t end = start + static_cast<std::int64_t>(seconds * 1e9);
  auto& step = member.columns["step"];
  auto& span = member.columns["span"];
  auto& counted = member.columns["counted"];
  while (!member.stop() && host_ns() < end) {
    timer.write(std::vector<long long>(kTicks));
    cycles.write(std::vector<long long>(kTicks));
    launch_ticks(timer.data(), cycles.data(), kTicks, session.stream().get());
    session.stream().wait();
    const auto at = timer.read(kTicks);
    const auto clock = cycles.read(kTicks);
    if (at.back() == 0) continue;  // the timer stood still
    for (std::size_t i = 1; i < at.size(); ++i) step.push_back(at[i] - at[i - 1]);
    span.push_back(at.back() - at.front());
    counted.push_back(clock.back() - clock.front());
    std::this_thread::sleep_for(std::chrono::milliseconds{10});  // spread over the time, not over the memory
  }
  const ClockPair after = session.clocks();
  const std::int64_t passed = after.host_ns - before.host_ns;
  member.columns["drift"] = {after.gpu_ns - before.gpu_ns - passed, passed};
}

}  // namespace

void measure_timer(Record& record, const Deadline& deadline, const Facts& facts) {
  Run run{"timer/processes:1", {{"processes", 1}}, {}, {}};
  const auto seconds = sampling_s(deadline, facts.start_s, 1, 0.1);
  if (!seconds) {
    skip(run, "no time left");
    record.runs.push_back(run);
    return;
  }
  const double sampling = std::min(*seconds, 5.0);
  const Outcome outcome = run_team(1, team_limit_s(sampling, facts.start_s, 1),
                                   [sampling](Member& member) { read_timer(member, sampling); });
  const Columns& columns = outcome.columns[0];
  add_series(run, "tick", "ns", 0, samples(column(columns, "step")));
  std::vector<double> mhz;
  const auto& span = column(columns, "span");
  const auto& counted = column(columns, "counted");
  for (std::size_t i = 0; i < counted.size() && i < span.size(); ++i)
    mhz.push_back(static_cast<double>(counted[i]) * 1e3 / static_cast<double>(span[i]));
  add_series(run, "clock_rate", "MHz", 0, std::move(mhz));
  // GPU timer against CLOCK_MONOTONIC, parts per million: what a conversion between them loses.
  if (const auto& drift = column(columns, "drift"); drift.size() == 2 && drift[1] > 0)
    add_series(run, "timer_drift", "ppm", 0, {static_cast<double>(drift[0]) * 1e6 / static_cast<double>(drift[1])});
  add_run(record, std::move(run), outcome);
}

}  // namespace slicewise::bench::cuda
