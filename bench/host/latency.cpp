#include <algorithm>
#include <cstdio>
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

void ask(const LatencyRun& run, double rate_per_us, const Seat& seat, int process, std::uint64_t seed,
         const Shift& shift, Answers& log) {
  Device device{seat};
  std::mt19937_64 bits{seed};
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

/// What one process saw in all rounds.
struct Seen {
  Series latency;
  double completions = 0;
  double window_ns = 0;
};

/// Of a closed loop the window goes from answer to answer: the first request met an empty queue, and what the end cut
/// off is no time in which nothing was done.
void add_round(bool open, const Shift& shift, const std::vector<Answer>& answers, Seen& seen) {
  std::int64_t start = shift.start;
  std::int64_t end = shift.end;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& one = answers[i];
    if (one.answered > shift.end) break;
    if (!open && i == 0) {
      start = end = one.answered;
      continue;
    }
    seen.latency.samples.push_back(static_cast<double>(one.answered - one.asked));
    ++seen.completions;
    if (!open) end = one.answered;
  }
  if (open || end > start) seen.window_ns += static_cast<double>(end - start);
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

/// One setting, measured in several rounds.
class Repeated {
 public:
  explicit Repeated(const LatencyRun& setting) : setting_{setting}, seen_(measured()) {
    for (std::size_t process = 0; process < seen_.size(); ++process)
      seen_[process].latency = {"latency", "ns", static_cast<int>(process), {}, "time", 0};
  }
  const LatencyRun& setting() const { return setting_; }

  void measure(const Seat& seat, double rate_per_us, double seconds) {
    Answers log(static_cast<int>(measured()), 100'000);
    const Shift shift = run_crew(seat, setting_.processes, seconds, [&](int process, const Shift& now) {
      if (static_cast<std::size_t>(process) < measured()) {
        const auto seed = static_cast<std::uint64_t>(rounds_ * setting_.processes + process + 1);
        ask(setting_, rate_per_us, seat, process, seed, now, log);
      } else {
        stay_busy(seat, now);
      }
    });
    for (std::size_t process = 0; process < seen_.size(); ++process) {
      add_round(setting_.rate_per_s > 0, shift, log.of(static_cast<int>(process)), seen_[process]);
      seen_[process].latency.dropped += log.lost(static_cast<int>(process));
      seen_[process].latency.stopped = Deadline::stopped();
    }
    ++rounds_;
  }

  Run result() const {
    Run run = empty_run(setting_);
    if (rounds_ == 0) {
      run.skipped =
          interrupted() ? "interrupted before this run" : "not enough time for a few requests: raise --seconds";
      return run;
    }
    run.parameters.emplace_back("rounds", rounds_);
    for (const Seen& one : seen_) {
      const auto& [name, unit, process, samples, stopped, dropped] = one.latency;
      run.series.push_back(one.latency);
      run.series.push_back({"completions", "1", process, {one.completions}, stopped, 0});
      run.series.push_back({"window", "ns", process, {one.window_ns}, stopped, 0});
    }
    return run;
  }

 private:
  std::size_t measured() const { return setting_.busy_neighbours ? 1 : static_cast<std::size_t>(setting_.processes); }

  LatencyRun setting_;
  std::vector<Seen> seen_;
  int rounds_ = 0;
};

constexpr double kOverhead = 0.1;  // s of a run for starting and ending its processes
constexpr double kLongest = 10;    // s: nobody else gets much of this core meanwhile
constexpr int kMostRounds = 5;

/// All settings once. What the runs need at least comes first, only what is left above that is shared by weight.
void measure_round(std::vector<Repeated>& runs, const Deadline& deadline, const Seat& seat, double rate_per_us) {
  const double slice_us = seat.slice_ns * 1e-3;
  double weight = 0;
  double least = 0;
  for (const Repeated& run : runs) {
    weight += run.setting().weight;
    least += run.setting().least_s(slice_us) + kOverhead;
  }
  for (Repeated& run : runs) {
    const double needed = run.setting().least_s(slice_us);
    const double left = deadline.seconds_left();
    const double share = needed + std::max(0.0, left - least) * run.setting().weight / weight;
    weight -= run.setting().weight;
    least -= needed + kOverhead;
    if (!deadline.over() && needed + kOverhead / 2 <= left) run.measure(seat, rate_per_us, std::min(share, kLongest));
  }
}

/// How far the core's speed went apart between rounds: a neighbour on the same physical core, or its clock.
void report_speed(const std::vector<double>& rates_per_us, Conditions& conditions) {
  const auto [least, most] = std::minmax_element(rates_per_us.begin(), rates_per_us.end());
  conditions.facts.emplace_back("work_iterations_per_us", rates_per_us.front());
  conditions.facts.emplace_back("core_speed_least", *least / rates_per_us.front());
  conditions.facts.emplace_back("core_speed_most", *most / rates_per_us.front());
  if (*most > 1.05 * *least) {
    char text[120];
    std::snprintf(text, sizeof text, "the core's speed varied by %.0f %% while measuring", (*most / *least - 1) * 100);
    conditions.warnings.emplace_back(text);
  }
}

}  // namespace

void measure_latency(Record& record, const Deadline& deadline, const Seat& seat, int processes) {
  NoiseWatch noise{seat};
  noise.spin_alone(deadline.seconds_left() * 0.02);
  const double calibrating = deadline.seconds_left() * 0.01;
  std::vector<double> rates_per_us{work_rate_per_us(seat, calibrating)};
  std::vector<Repeated> runs;
  double least = 0;
  for (const LatencyRun& setting : latency_plan(seat.slice_ns * 1e-3, processes)) {
    runs.emplace_back(setting);
    least += setting.least_s(seat.slice_ns * 1e-3) + kOverhead;
  }
  // In rounds, so that a core that becomes slower does so for all settings alike.
  const int rounds = std::clamp(static_cast<int>(deadline.seconds_left() / least), 1, kMostRounds);
  for (int round = 0; round < rounds && !deadline.over(); ++round) {
    measure_round(runs, deadline.part(1.0 / (rounds - round)), seat, rates_per_us.front());
    if (!deadline.over()) rates_per_us.push_back(work_rate_per_us(seat, std::min(calibrating, 0.1)));
  }
  for (const Repeated& run : runs) record.runs.push_back(run.result());
  report_speed(rates_per_us, record.conditions);
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
