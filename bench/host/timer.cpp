#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include <vector>

#include "bench/record/quantiles.hpp"
#include "crew.hpp"
#include "log.hpp"
#include "measurements.hpp"

namespace slicewise::bench::host {
namespace {

std::vector<double> numbers(const std::vector<std::int64_t>& whole) {
  return {whole.begin(), whole.end()};
}

Run ticks(const Seat& seat, double seconds, Conditions& conditions) {
  Log<std::int64_t> log(1, 10'000);
  run_crew(seat, 1, seconds, [&](int process, const Shift& shift) {
    queue_for_device(seat);
    for (int i = 0; i < 10'000 && !shift.over(); ++i) {
      const std::int64_t before = now_ns();
      std::int64_t after = now_ns();
      while (after == before) after = now_ns();
      log.add(process, after - before);
    }
  });
  Run run{"timer/tick", {{"clock", "CLOCK_MONOTONIC"}}, {}, {{"tick", "ns", 0, numbers(log.of(0)), "count", 0}}};
  if (const auto summary = quantiles(run.series[0].samples)) conditions.timer_tick_ns = summary->p50;
  return run;
}

Run clock_rate([[maybe_unused]] const Seat& seat, [[maybe_unused]] double seconds) {
  Run run{"timer/clock_rate", {{"counter", "time stamp counter"}}, {}, {}};
#if defined(__x86_64__)
  constexpr std::int64_t kWindow = 10'000'000;
  Log<double> log(1, 1'000);
  run_crew(seat, 1, seconds, [&](int process, const Shift& shift) {
    queue_for_device(seat);
    while (!shift.over()) {
      const std::int64_t start = now_ns();
      const std::uint64_t first = __rdtsc();
      std::int64_t end = start;
      while (end - start < kWindow) end = now_ns();
      log.add(process, static_cast<double>(__rdtsc() - first) * 1e3 / static_cast<double>(end - start));
    }
  });
  run.series.push_back({"clock_rate", "MHz", 0, log.of(0), Deadline::stopped(), 0});
#else
  run.skipped = "no counter that a program can read on this architecture";
#endif
  return run;
}

}  // namespace

void measure_timer(Record& record, const Deadline& deadline, const Seat& seat) {
  record.runs.push_back(ticks(seat, deadline.seconds_left() * 0.4, record.conditions));
  if (!deadline.over()) record.runs.push_back(clock_rate(seat, deadline.seconds_left() * 0.7));
}

}  // namespace slicewise::bench::host
