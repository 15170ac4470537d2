#include "core_speed.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench/record/quantiles.hpp"
#include "crew.hpp"
#include "log.hpp"
#include "work.hpp"

namespace slicewise::bench::host {
namespace {

struct Piece {
  std::int64_t work_ns;
  std::int64_t delay_ns;
};

double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return quantile(samples, 0.5);
}

}  // namespace

CoreSpeed core_speed(const Seat& seat, double seconds) {
  constexpr std::int64_t kIterations = 100'000;
  constexpr std::int64_t kNap = 100'000;  // ns
  Log<Piece> log(1, 100'000);
  run_crew(seat, 1, seconds, [&](int process, const Shift& shift) {
    while (!shift.over()) {
      const std::int64_t due = now_ns() + kNap;
      sleep_until_ns(due);
      const std::int64_t awake = now_ns();
      work(kIterations);
      log.add(process, {now_ns() - awake, awake - due});
    }
  });
  std::vector<double> work_ns, delays;
  for (const Piece& piece : log.of(0)) {
    work_ns.push_back(static_cast<double>(piece.work_ns));
    delays.push_back(static_cast<double>(piece.delay_ns));
  }
  if (work_ns.empty()) throw std::runtime_error("no time to find out how fast this core is");
  return {static_cast<double>(kIterations) * 1e3 / median(work_ns), median(delays)};
}

}  // namespace slicewise::bench::host
