#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "busy.hpp"
#include "device.hpp"
#include "latency_plan.hpp"
#include "log.hpp"
#include "measurements.hpp"
#include "noise.hpp"
#include "work_rate.hpp"

namespace slicewise::bench::host {
namespace {

/// One request that was answered.
struct Answer {
  std::int64_t asked = 0;
  std::int64_t answered = 0;
};
using Answers = Log<Answer>;

void serve(const Request& request, double rate_per_us, Device& device) {
  const auto iterations = static_cast<std::int64_t>(request.device_us * rate_per_us / request.bursts);
  for (int burst = 0; burst < request.bursts; ++burst) {
    if (request.host_us > 0) sleep_until_ns(now_ns() + static_cast<std::int64_t>(request.host_us * 1e3));
    device.run(iterations);
  }
}

void ask(const LatencyRun& run, double rate_per_us, const Seat& seat, int process, const Shift& shift, Answers& log) {
  Device device{seat};
  std::mt19937_64 bits{static_cast<std::uint64_t>(process) + 1};
  std::exponential_distribution<double> unit;
  const double mean_ns = run.rate_per_s > 0 ? 1e9 / run.rate_per_s : run.think_us * 1e3;
  std::int64_t asked = shift.start;
  if (run.rate_per_s > 0) asked += static_cast<std::int64_t>(mean_ns * unit(bits));
  while (!shift.over()) {
    sleep_until_ns(asked);
    serve(run.request, rate_per_us, device);
    const std::int64_t answered = now_ns();
    log.add(process, {asked, answered});
    const auto pause = static_cast<std::int64_t>(mean_ns * unit(bits));
    asked = run.rate_per_s > 0 ? asked + pause : answered + pause;
  }
}

/// What one process saw. A closed loop's window ends with its last answer, so that a request cut off by the end does
/// not count as time in which nothing was done.
void add_process(const LatencyRun& setting, const Shift& shift, int process, const Answers& log, Run& run) {
  Series latency{"latency", "ns", process, {}, Deadline::stopped(), log.lost(process)};
  std::int64_t end = shift.end;
  const std::vector<Answer> answers = log.of(process);
  double within = 0;
  for (const Answer& one : answers) {
    if (one.answered > shift.end) continue;
    latency.samples.push_back(static_cast<double>(one.answered - one.asked));
    ++within;
    if (setting.rate_per_s == 0) end = one.answered;
  }
  run.series.push_back(std::move(latency));
  run.series.push_back({"completions", "1", process, {within}, Deadline::stopped(), 0});
  run.series.push_back({"window", "ns", process, {static_cast<double>(end - shift.start)}, Deadline::stopped(), 0});
}

Run empty_run(const LatencyRun& setting) {
  const bool open = setting.rate_per_s > 0;
  Run run{setting.name(),
          {{"processes", setting.processes},
           {"neighbours", setting.busy_neighbours ? "busy" : "alike"},
           {"request", setting.request.name},
           {"request_us", setting.request.device_us},
           {"bursts", setting.request.bursts},
           {"host_us", setting.request.host_us},
           {"loop", open ? "open" : "closed"}},
          {},
          {}};
  if (open) {
    run.parameters.emplace_back("rate_per_s", setting.rate_per_s);
  } else {
    run.parameters.emplace_back("think_us", setting.think_us);
    run.parameters.emplace_back("think", setting.think_us > 0 ? "exponential" : "constant");
  }
  return run;
}

Run measure_run(const LatencyRun& setting, const Seat& seat, double rate_per_us, double seconds) {
  Run run = empty_run(setting);
  const int measured = setting.busy_neighbours ? 1 : setting.processes;
  Answers log(measured, 100'000);
  const Shift shift = run_crew(seat, setting.processes, seconds, [&](int process, const Shift& now) {
    if (process < measured) {
      ask(setting, rate_per_us, seat, process, now, log);
    } else {
      stay_busy(seat, now);
    }
  });
  for (int process = 0; process < measured; ++process) add_process(setting, shift, process, log, run);
  return run;
}

}  // namespace

void measure_latency(Record& record, const Deadline& deadline, const Seat& seat, int processes) {
  constexpr double kOverhead = 0.1;  // s of a run for starting and ending its processes
  constexpr double kLongest = 10;    // s: nobody else gets much of this core meanwhile
  NoiseWatch noise{seat};
  noise.spin_alone(deadline.seconds_left() * 0.02);
  const double rate_per_us = work_rate_per_us(seat, deadline.seconds_left() * 0.02);
  record.conditions.facts.emplace_back("work_iterations_per_us", rate_per_us);
  const double slice_us = seat.slice_ns * 1e-3;
  const std::vector<LatencyRun> plan = latency_plan(slice_us, processes);
  double weight = 0;
  double least = 0;  // what the runs to come need at least; only what is left above that is shared by weight
  for (const LatencyRun& setting : plan) {
    weight += setting.weight;
    least += setting.least_s(slice_us) + kOverhead;
  }
  for (const LatencyRun& setting : plan) {
    const double needed = setting.least_s(slice_us);
    const double spare = std::max(0.0, deadline.seconds_left() - least);
    const double share = needed + spare * setting.weight / weight;
    weight -= setting.weight;
    least -= needed + kOverhead;
    if (interrupted()) {
      record.runs.push_back(empty_run(setting));
      record.runs.back().skipped = "interrupted before this run";
    } else if (share + kOverhead > deadline.seconds_left()) {
      record.runs.push_back(empty_run(setting));
      record.runs.back().skipped = "not enough time for a few requests: raise --seconds";
    } else {
      record.runs.push_back(measure_run(setting, seat, rate_per_us, std::min(share, kLongest)));
    }
  }
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
