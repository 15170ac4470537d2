#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "core_speed.hpp"
#include "latency_plan.hpp"
#include "latency_rounds.hpp"
#include "measurements.hpp"
#include "noise.hpp"

namespace slicewise::bench::host {
namespace {

constexpr double kOverhead = 0.1;  // s of a run for starting and ending its processes
constexpr int kMostRounds = 8;

/// All settings once, in the order given. What the runs need at least comes first, only what is left above that is
/// shared by weight.
void measure_round(const std::vector<LatencyRounds*>& runs, const Deadline& deadline, const Seat& seat,
                   const CoreSpeed& speed) {
  const double slice_us = seat.slice_ns * 1e-3;
  double weight = 0;
  double least = 0;
  for (const LatencyRounds* run : runs) {
    weight += run->setting().weight;
    least += least_s(run->setting(), slice_us) + kOverhead;
  }
  for (LatencyRounds* run : runs) {
    const double needed = least_s(run->setting(), slice_us);
    const double left = deadline.seconds_left();
    const double share = needed + std::max(0.0, left - least) * run->setting().weight / weight;
    weight -= run->setting().weight;
    least -= needed + kOverhead;
    if (!deadline.over() && needed + kOverhead / 2 <= left) run->measure(seat, speed, share);
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
  const CoreSpeed speed = core_speed(seat, calibrating);
  std::vector<double> rates_per_us{speed.work_per_us};
  record.conditions.facts.emplace_back("timer_delay_ns", speed.timer_delay_ns);
  std::vector<LatencyRounds> runs;
  double least = 0;
  for (const LatencyRun& setting : latency_plan(seat.slice_ns * 1e-3, processes)) {
    runs.emplace_back(setting);
    least += least_s(setting, seat.slice_ns * 1e-3) + kOverhead;
  }
  std::vector<LatencyRounds*> turn;
  for (LatencyRounds& run : runs) turn.push_back(&run);
  // In rounds, each in another order, so that a core that becomes slower does so for all settings alike.
  std::mt19937_64 bits{1};
  const int rounds = std::clamp(static_cast<int>(deadline.seconds_left() / least), 1, kMostRounds);
  for (int round = 0; round < rounds && !deadline.over(); ++round) {
    if (round > 0) std::shuffle(turn.begin(), turn.end(), bits);  // where there is time for one only: the plan's
    measure_round(turn, deadline.part(1.0 / (rounds - round)), seat, speed);
    if (!deadline.over()) rates_per_us.push_back(core_speed(seat, std::min(calibrating, 0.1)).work_per_us);
  }
  for (const LatencyRounds& run : runs) record.runs.push_back(run.result());
  report_speed(rates_per_us, record.conditions);
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
