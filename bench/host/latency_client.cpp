#include "latency_client.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace slicewise::bench::host {
namespace {

/// Poisson arrivals of one shift, given how many there are: then they are uniform. Their number is what the rate says,
/// so that chance does not make the load another one.
std::vector<std::int64_t> arrivals(double rate_per_s, const Shift& shift, std::mt19937_64& bits) {
  std::uniform_int_distribution<std::int64_t> uniform{shift.start, shift.end};
  std::vector<std::int64_t> times(static_cast<std::size_t>(std::lround(rate_per_s * shift.seconds())));
  for (std::int64_t& time : times) time = uniform(bits);
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

Client::Client(const LatencyRun& run, const CoreSpeed& speed, const Seat& seat, int process, Answers& log)
    : run_{run},
      iterations_{static_cast<std::int64_t>(run.request.device_us * speed.work_per_us / run.request.bursts)},
      host_ns_{static_cast<std::int64_t>(run.request.host_us * 1e3 - speed.timer_delay_ns)},
      device_{seat},
      process_{process},
      log_{log} {}

void Client::work_through(const Shift& shift, std::uint64_t seed) {
  std::mt19937_64 bits{seed};
  if (run_.rate_per_s > 0) {
    for (const std::int64_t asked : arrivals(run_.rate_per_s, shift, bits)) {
      if (shift.over()) break;
      request(asked);
    }
    return;
  }
  std::exponential_distribution<double> unit;
  std::int64_t asked = shift.start;
  while (!shift.over()) asked = request(asked) + static_cast<std::int64_t>(run_.think_us * 1e3 * unit(bits));
}

std::int64_t Client::request(std::int64_t asked) {
  sleep_until_ns(asked);
  for (int burst = 0; burst < run_.request.bursts; ++burst) {
    if (run_.request.host_us > 0) sleep_until_ns(now_ns() + host_ns_);
    device_.run(iterations_);
  }
  const std::int64_t answered = now_ns();
  log_.add(process_, {asked, answered});
  return answered;
}

}  // namespace slicewise::bench::host
