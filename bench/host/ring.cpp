#include <random>
#include <string>
#include <vector>

#include "device.hpp"
#include "measurements.hpp"
#include "noise.hpp"
#include "timeline.hpp"

namespace slicewise::bench::host {
namespace {

/// `busy` processes that always want the core, and one more, created last, that comes at random times with a short
/// piece of work: where in the order does it come in?
Run order(const Seat& seat, int busy, bool newcomer, double seconds) {
  const int processes = busy + (newcomer ? 1 : 0);
  SpanLog log(processes, 200'000);
  run_crew(seat, processes, seconds, [&](int process, const Shift& shift) {
    if (process < busy) {
      queue_for_device(seat);
      spin(log, process, shift);
      return;
    }
    Device device{seat};
    std::mt19937_64 bits{2};
    std::uniform_real_distribution<double> pause{0, (busy + 1) * seat.slice_ns};
    while (!shift.over()) {
      sleep_until_ns(now_ns() + static_cast<std::int64_t>(pause(bits)));
      const Burst burst = device.run(200'000);
      log.add(process, {burst.first, burst.last});
    }
  });
  std::vector<std::vector<Span>> spans;
  Series series{"order", "process", {}, {}, Deadline::stopped(), 0};
  for (int process = 0; process < processes; ++process) {
    spans.push_back(log.of(process));
    series.dropped += log.lost(process);
  }
  for (const Turn& turn : join(spans).turns) series.samples.push_back(turn.process);
  return {"ring/busy:" + std::to_string(busy) + "/newcomers:" + (newcomer ? "1" : "0"),
          {{"processes", processes}, {"busy", busy}, {"newcomers", newcomer ? 1 : 0}},
          {},
          {std::move(series)}};
}

}  // namespace

void measure_ring(Record& record, const Deadline& deadline, const Seat& seat, int processes) {
  NoiseWatch noise{seat};
  noise.spin_alone(deadline.seconds_left() * 0.05);
  const int most = processes < 3 ? 3 : processes;
  record.runs.push_back(order(seat, most, false, deadline.seconds_left() * 0.3));
  if (!deadline.over()) record.runs.push_back(order(seat, most - 1, true, deadline.seconds_left() * 0.9));
  noise.report(record.conditions);
}

}  // namespace slicewise::bench::host
