#include <semaphore.h>

#include <string>
#include <vector>

#include "device.hpp"
#include "log.hpp"
#include "measurements.hpp"
#include "noise.hpp"
#include "timeline.hpp"
#include "work.hpp"

namespace slicewise::bench::host {
namespace {

using Costs = Log<std::int64_t>;
constexpr std::int64_t kSomeWork = 20'000;  // iterations, some 20 us: what a process does before it switches

Run as_run(const std::string& kind, std::vector<std::int64_t> costs, std::int64_t lost) {
  Series series{"switch_" + kind, "ns", {}, {costs.begin(), costs.end()}, Deadline::stopped(), lost};
  return {"switch/" + kind, {{"processes", 2}}, {}, {std::move(series)}};
}

/// Two busy processes: the last look at the clock of one to the first of the other.
Run preempt(const Seat& seat, double seconds, NoiseWatch& noise) {
  std::int64_t lost = 0;
  Shift shift;
  const Timeline line = watch(seat, 2, seconds, lost, shift);
  noise.add(line.breaks);
  std::vector<std::int64_t> costs;
  for (std::size_t i = 1; i < line.turns.size(); ++i) costs.push_back(line.turns[i].start - line.turns[i - 1].end);
  return as_run("preempt", std::move(costs), lost);
}

/// Two processes wake each other and wait: the other is ready when this one stops.
Run voluntary(const Seat& seat, double seconds) {
  struct Table {
    sem_t turn[2];
    std::atomic<std::int64_t> stopped;
  };
  Costs log(2, 200'000);
  SharedArray<Table> memory(1);
  Table& table = memory[0];
  for (sem_t& turn : table.turn) sem_init(&turn, 1, 0);
  sem_post(&table.turn[0]);
  run_crew(seat, 2, seconds, [&](int process, const Shift& shift) {
    queue_for_device(seat);
    while (!shift.over()) {
      while (sem_wait(&table.turn[process]) != 0) {
      }
      const std::int64_t first = now_ns();
      if (table.stopped != 0) log.add(process, first - table.stopped);
      work(kSomeWork);
      sem_post(&table.turn[1 - process]);
      table.stopped = now_ns();
    }
  });
  std::vector<std::int64_t> costs = log.of(0);
  const std::vector<std::int64_t> others = log.of(1);
  costs.insert(costs.end(), others.begin(), others.end());
  return as_run("voluntary", std::move(costs), log.lost(0) + log.lost(1));
}

/// Two processes work by turns at set times, the core idle between: set time to first instruction.
Run idle(const Seat& seat, double seconds) {
  constexpr std::int64_t kPeriod = 1'000'000;
  Costs log(2, 200'000);
  run_crew(seat, 2, seconds, [&](int process, const Shift& shift) {
    queue_for_device(seat);
    for (std::int64_t due = shift.start + (process + 1) * kPeriod; !shift.over(); due += 2 * kPeriod) {
      sleep_until_ns(due);
      log.add(process, now_ns() - due);
      work(kSomeWork);
    }
  });
  std::vector<std::int64_t> costs = log.of(0);
  const std::vector<std::int64_t> others = log.of(1);
  costs.insert(costs.end(), others.begin(), others.end());
  return as_run("idle", std::move(costs), log.lost(0) + log.lost(1));
}

}  // namespace

void measure_switch(Record& record, const Deadline& deadline, const Seat& seat) {
  NoiseWatch noise{seat};
  noise.spin_alone(deadline.seconds_left() * 0.05);
  if (!deadline.over()) record.runs.push_back(preempt(seat, deadline.seconds_left() * 0.6, noise));
  if (!deadline.over()) record.runs.push_back(voluntary(seat, deadline.seconds_left() * 0.4));
  if (!deadline.over()) record.runs.push_back(idle(seat, deadline.seconds_left() * 0.7));
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
