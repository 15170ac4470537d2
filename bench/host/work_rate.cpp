#include "work_rate.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "bench/record/quantiles.hpp"
#include "crew.hpp"
#include "log.hpp"
#include "work.hpp"

namespace slicewise::bench::host {

double work_rate_per_us(const Seat& seat, double seconds) {
  constexpr std::int64_t kPiece = 100'000;
  Log<std::int64_t> log(1, 100'000);
  run_crew(seat, 1, seconds, [&](int process, const Shift& shift) {
    queue_for_device(seat);
    while (!shift.over()) {
      const std::int64_t start = now_ns();
      work(kPiece);
      log.add(process, now_ns() - start);
    }
  });
  const std::vector<std::int64_t> pieces = log.of(0);
  if (pieces.empty()) throw std::runtime_error("no time to find out how fast this core is");
  std::vector<double> sorted(pieces.begin(), pieces.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<double>(kPiece) / (quantile(sorted, 0.5) * 1e-3);
}

}  // namespace slicewise::bench::host
