#include <catch2/catch.hpp>

#include <cmath>
#include <map>
#include <vector>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/analytic/processor_sharing.hpp>
#include <libsched/analytic/round_robin.hpp>
#include <libsched/share/time_slicing.hpp>
#include <libsched/workload/duration_law.hpp>

using namespace libsched;
using namespace libsched::share;
using workload::Distribution;

// No finite fleet is processor sharing exactly, since requests of one pod wait for each other. Here every request is a
// resident of its own, so that time-slicing with short slices and no switch cost is the textbook's model.

namespace {

struct Served {
  actors::LatencySummary latency;
  std::uint64_t lost = 0;
  std::uint64_t arrived = 0;
};

constexpr std::size_t kResidents = 1024;

/// Poisson arrivals at `load` per ms of requests of mean 1 ms, each in a slot of its own; at most `limit` at once.
Served serve(double load, const Distribution& law_ms, const SlicingParameters& parameters, double seconds,
             std::size_t limit = kResidents) {
  TimeSlicing mode{kResidents, parameters, RandomKey{1, 77}};
  const workload::DurationLaw law{law_ms};
  std::vector<Time> arrived_at(kResidents);
  std::vector<Slot> free;
  for (Slot slot = kResidents; slot-- > 0;) free.push_back(slot);
  actors::LatencyStats stats;
  Served served;
  Time now{};
  while (to_seconds(now) < seconds) {
    Draw gap{RandomKey{1, 78}, Purpose::kArrival, served.arrived};
    now += from_ms(-std::log(gap.uniform()) / load);
    while (mode.next_change() <= now) {
      if (const auto ended = mode.change(now)) {
        stats.add(mode.now(), mode.now() - arrived_at[*ended]);
        free.push_back(*ended);
      }
    }
    const std::uint64_t n = served.arrived++;
    if (kResidents - free.size() >= limit) {
      ++served.lost;
      continue;
    }
    if (free.empty()) FAIL("more requests at once than residents");
    const Slot slot = free.back();
    free.pop_back();
    arrived_at[slot] = now;
    mode.submit(now, slot, std::max(Duration{1}, law.sample(RandomKey{1, 79}, Purpose::kGpu, n)));
  }
  served.latency = *stats.summary();
  return served;
}

SlicingParameters slices(double slice_ms, double cost_ms) {
  SlicingParameters p;
  p.slice = from_ms(slice_ms);
  p.preempt = p.voluntary = p.idle = from_ms(cost_ms);
  p.ring = hw::Ring::kArrival;
  return p;
}

bool covers(const actors::Measured& m, double truth) {
  return std::abs(truth - m.value) <= 2 * std::max(m.high - m.value, m.value - m.low);
}

const Distribution kExponential{Distribution::Law{Distribution::Exponential{1}}};
const Distribution kHyper{Distribution::Law{Distribution::Hyperexponential{{0.9, 0.1}, {0.5, 5.5}}}};
const Distribution kConstant = Distribution::constant(1);

}  // namespace

TEST_CASE("short slices without cost are processor sharing: the mean does not know the service law",
          "[share][oracle]") {
  for (const Distribution* law : {&kExponential, &kHyper, &kConstant}) {
    CHECK(covers(serve(0.7, *law, slices(0.01, 0), 600).latency.mean_ms, analytic::ps_mean(0.7, 1)));
  }
}

TEST_CASE("quantiles of processor sharing with exponential requests", "[share][oracle]") {
  for (const double load : {0.3, 0.7}) {
    const auto latency = serve(load, kExponential, slices(0.01, 0), 900).latency;
    INFO("load " << load);
    CHECK(covers(latency.quantile_ms[0], analytic::mm1_ps_quantile(load, 1, 0.50)));
    CHECK(covers(latency.quantile_ms[2], analytic::mm1_ps_quantile(load, 1, 0.95)));
    CHECK(covers(latency.quantile_ms[3], analytic::mm1_ps_quantile(load, 1, 0.99)));
  }
}

TEST_CASE("quantiles of processor sharing with equal requests", "[share][oracle]") {
  // References by simulation (18 million completions): +-1 % for p95, +-2 % for p99.
  const auto latency = serve(0.7, kConstant, slices(0.005, 0), 900).latency;
  CHECK(latency.quantile_ms[2].value == Approx(8.554).epsilon(0.03));
  CHECK(latency.quantile_ms[3].value == Approx(12.809).epsilon(0.04));
}

TEST_CASE("room for only K residents loses what the formula says and serves the rest faster", "[share][oracle]") {
  struct Point {
    std::size_t limit;
    double load;
  };
  for (const Point p : {Point{4, 0.9}, {2, 0.5}}) {
    const auto truth = analytic::limited_ps(p.load, 1, static_cast<int>(p.limit));
    for (const Distribution* law : {&kHyper, &kConstant}) {
      const Served served = serve(p.load, *law, slices(0.01, 0), 600, p.limit);
      CHECK(covers(served.latency.mean_ms, truth.mean));
      const double n = static_cast<double>(served.arrived);
      // Losses come in clusters: three times the spread of independent ones.
      CHECK(static_cast<double>(served.lost) / n ==
            Approx(truth.loss).margin(3 * 3 * std::sqrt(truth.loss * (1 - truth.loss) / n)));
    }
  }
}

TEST_CASE("round robin of requests with a slice: without cost the mean is that of processor sharing",
          "[share][oracle]") {
  CHECK(covers(serve(0.8, kExponential, slices(0.5, 0), 900).latency.mean_ms,
               analytic::round_robin(0.8, 1, 0.5, 0).mean));
}

TEST_CASE("round robin with a switch cost on every turn of a request has the exact mean", "[share][oracle]") {
  // The formula charges each turn, also where the same request goes on alone. A driver charges only real switches, so
  // the turns that the formula adds are paid here as refill-like work: each turn of `slice` is a request's own burst.
  struct Point {
    double load, slice, cost;
  };
  for (const Point p : {Point{0.6, 0.25, 0.05}, {0.7, 2, 0.2}}) {
    // One FIFO of requests that take turns, driven through the mode with every turn as a burst of cost + work.
    SlicingParameters parameters = slices(1e6, 0);
    TimeSlicing mode{kResidents, parameters, RandomKey{1, 80}};
    std::vector<Time> arrived_at(kResidents);
    std::vector<Duration> left(kResidents);
    std::vector<Slot> free;
    for (Slot slot = kResidents; slot-- > 0;) free.push_back(slot);
    const auto turn = [&](Time at, Slot slot) {
      const Duration work = std::min(left[slot], from_ms(p.slice));
      left[slot] -= work;
      mode.submit(at, slot, work + from_ms(p.cost));
    };
    actors::LatencyStats stats;
    const workload::DurationLaw law{kExponential};
    Time now{};
    for (std::uint64_t n = 0; to_seconds(now) < 900; ++n) {
      Draw gap{RandomKey{2, 81}, Purpose::kArrival, n};
      now += from_ms(-std::log(gap.uniform()) / p.load);
      while (mode.next_change() <= now) {
        const auto ended = mode.change(mode.next_change());
        if (!ended) continue;
        if (left[*ended] > Duration::zero()) {
          turn(mode.now(), *ended);  // rejoins the tail
        } else {
          stats.add(mode.now(), mode.now() - arrived_at[*ended]);
          free.push_back(*ended);
        }
      }
      const Slot slot = free.back();
      free.pop_back();
      arrived_at[slot] = now;
      left[slot] = std::max(Duration{1}, law.sample(RandomKey{2, 82}, Purpose::kGpu, n));
      turn(now, slot);
    }
    INFO("slice " << p.slice);
    CHECK(covers(stats.summary()->mean_ms, analytic::round_robin(p.load, 1, p.slice, p.cost).mean));
  }
}
