#include <random>
#include <string>
#include <vector>

#include "busy.hpp"
#include "device.hpp"
#include "log.hpp"
#include "measurements.hpp"
#include "noise.hpp"
#include "timeline.hpp"

namespace slicewise::bench::host {
namespace {

double ns(std::int64_t x) {
  return static_cast<double>(x);
}

/// What one process sees of the time line: when it was off the core, and how long it ran between. The first and the
/// last turn are cut off by the beginning and the end of the run.
void add_gaps(const Timeline& line, int process, std::int64_t start, Run& run) {
  Series begin{"gap_start", "ns", process, {}, Deadline::stopped(), 0};
  Series length{"gap_length", "ns", process, {}, Deadline::stopped(), 0};
  Series busy{"busy_length", "ns", process, {}, Deadline::stopped(), 0};
  const Turn* before = nullptr;
  bool first = true;
  for (const Turn& turn : line.turns) {
    if (turn.process != process) continue;
    if (before != nullptr) {
      begin.samples.push_back(ns(before->end - start));
      length.samples.push_back(ns(turn.start - before->end));
      if (!first) busy.samples.push_back(ns(before->end - before->start));
      first = false;
    }
    before = &turn;
  }
  for (Series* series : {&begin, &length, &busy}) run.series.push_back(std::move(*series));
}

/// One process alone is off the core only by noise.
void add_breaks(const Timeline& line, std::int64_t start, Run& run) {
  Series begin{"gap_start", "ns", 0, {}, Deadline::stopped(), 0};
  Series length{"gap_length", "ns", 0, {}, Deadline::stopped(), 0};
  for (const Span& one : line.breaks) {
    begin.samples.push_back(ns(one.start - start));
    length.samples.push_back(ns(one.end - one.start));
  }
  run.series = {std::move(begin), std::move(length)};
}

Run gaps(const Seat& seat, int processes, double seconds, NoiseWatch& noise) {
  Run run{"slice/processes:" + std::to_string(processes), {{"processes", processes}}, {}, {}};
  std::int64_t lost = 0;
  Shift shift;
  const Timeline line = watch(seat, processes, seconds, lost, shift);
  noise.add(line.breaks);
  if (processes == 1) {
    add_breaks(line, shift.start, run);
  } else {
    for (int process = 0; process < processes; ++process) add_gaps(line, process, shift.start, run);
  }
  for (Series& series : run.series) series.dropped = lost;
  return run;
}

/// Process 0 is busy; process 1 comes with a short piece of work at random times. There is no `grid_entry` here: the
/// kernel counts slices in timer ticks, so that entries lie on the grid of the ticks, not on that of slices.
Run entries(const Seat& seat, double seconds) {
  Log<std::int64_t> log(2, 100'000);
  run_crew(seat, 2, seconds, [&](int process, const Shift& shift) {
    if (process == 0) {
      stay_busy(seat, shift);
      return;
    }
    Device device{seat};
    std::mt19937_64 bits{1};
    std::uniform_real_distribution<double> pause{0.1 * seat.slice_ns, 1.3 * seat.slice_ns};
    while (!shift.over()) {
      sleep_until_ns(now_ns() + static_cast<std::int64_t>(pause(bits)));
      const Burst burst = device.run(1'000);
      log.add(process, burst.first - burst.submitted);
    }
  });
  const std::vector<std::int64_t> waits = log.of(1);
  Series wait{"entry_wait", "ns", 1, {waits.begin(), waits.end()}, Deadline::stopped(), log.lost(1)};
  return {"slice/entry/busy:1", {{"processes", 2}, {"busy", 1}}, {}, {std::move(wait)}};
}

}  // namespace

void measure_slice(Record& record, const Deadline& deadline, const Seat& seat, int processes) {
  NoiseWatch noise{seat};
  noise.spin_alone(deadline.seconds_left() * 0.05);
  for (int n = 1; n <= processes && !deadline.over(); ++n) {
    const double share = deadline.seconds_left() / (processes - n + 3);  // the entries get two shares
    record.runs.push_back(gaps(seat, n, share * 0.9, noise));
  }
  if (!deadline.over()) record.runs.push_back(entries(seat, deadline.seconds_left() * 0.9));
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
