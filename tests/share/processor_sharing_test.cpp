#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <vector>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/analytic/processor_sharing.hpp>
#include <libsched/analytic/round_robin.hpp>
#include <libsched/share/exclusive.hpp>
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
  double variance_ms2 = 0;
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
  double n_done = 0, sum = 0, squares = 0;
  Served served;
  Time now{};
  while (to_seconds(now) < seconds * SLICEWISE_TEST_LENGTH) {
    Draw gap{RandomKey{1, 78}, Purpose::kArrival, served.arrived};
    now += from_ms(-std::log(gap.uniform()) / load);
    while (mode.next_change() <= now) {
      if (const auto ended = mode.change(now)) {
        stats.add(mode.now(), mode.now() - arrived_at[*ended]);
        const double took = to_ms(mode.now() - arrived_at[*ended]);
        n_done += 1, sum += took, squares += took * took;
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
  served.variance_ms2 = squares / n_done - sum / n_done * (sum / n_done);
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

TEST_CASE("the variance of processor sharing, of exponential and of equal requests", "[share][oracle]") {
  // At these loads the variance of half a million requests scatters by 1 to 2 % from seed to seed.
  const double tolerance = 0.05 / std::sqrt(SLICEWISE_TEST_LENGTH);
  for (const double load : {0.3, 0.5}) {
    INFO("load " << load);
    CHECK(serve(load, kExponential, slices(0.01, 0), 1500).variance_ms2 ==
          Approx(analytic::mm1_ps_variance(load, 1)).epsilon(tolerance));
    CHECK(serve(load, kConstant, slices(0.005, 0), 1500).variance_ms2 ==
          Approx(analytic::md1_ps_variance(load, 1)).epsilon(tolerance));
  }
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

namespace {

/// Round robin in which every turn pays `cost`, also where the same request goes on alone. A driver charges only real
/// switches, so here each turn is a burst of its own, of cost plus work. Requests take turns one by one (`clients` =
/// 0), or wait first come, first served inside one of `clients` contexts that take turns.
actors::LatencySummary take_turns(double load, double slice_ms, double cost_ms, std::size_t clients) {
  struct Request {
    Time at;
    Duration left;
  };
  const std::size_t slots = clients == 0 ? kResidents : clients;
  TimeSlicing mode{slots, slices(1e6, 0), RandomKey{1, 80}};
  std::vector<std::deque<Request>> queues(slots);
  const auto turn = [&](Time at, Slot slot) {
    Request& request = queues[slot].front();
    const Duration work = std::min(request.left, from_ms(slice_ms));
    request.left -= work;
    mode.submit(at, slot, work + from_ms(cost_ms));
  };
  const auto slot_for = [&](std::uint64_t n) {
    if (clients > 0) return static_cast<Slot>(n % clients);
    return static_cast<Slot>(std::find_if(queues.begin(), queues.end(), [](auto& q) { return q.empty(); }) -
                             queues.begin());
  };
  actors::LatencyStats stats;
  const workload::DurationLaw law{kExponential};
  Time now{};
  for (std::uint64_t n = 0; to_seconds(now) < 900 * SLICEWISE_TEST_LENGTH; ++n) {
    Draw gap{RandomKey{2, 81}, Purpose::kArrival, n};
    now += from_ms(-std::log(gap.uniform()) / load);
    while (mode.next_change() <= now) {
      const auto ended = mode.change(mode.next_change());
      if (!ended) continue;
      auto& queue = queues[*ended];
      if (queue.front().left == Duration::zero()) {
        stats.add(mode.now(), mode.now() - queue.front().at);
        queue.pop_front();
      }
      if (!queue.empty()) turn(mode.now(), *ended);  // rejoins the tail
    }
    const Slot slot = slot_for(n);
    queues[slot].push_back({now, std::max(Duration{1}, law.sample(RandomKey{2, 82}, Purpose::kGpu, n))});
    if (queues[slot].size() == 1) turn(now, slot);
  }
  return *stats.summary();
}

}  // namespace

TEST_CASE("round robin with a switch cost on every turn has the exact mean, by request or by client",
          "[share][oracle]") {
  struct Point {
    double load, slice, cost;
  };
  for (const Point p : {Point{0.6, 0.25, 0.05}, {0.7, 2, 0.2}}) {
    const double truth = analytic::round_robin(p.load, 1, p.slice, p.cost).mean;
    for (const std::size_t clients : {0, 4, 16}) {
      INFO("slice " << p.slice << ", clients " << clients);
      CHECK(covers(take_turns(p.load, p.slice, p.cost, clients).mean_ms, truth));
    }
  }
}

TEST_CASE("outages that stop the device but not the arrivals have the mean of an on/off server", "[share][oracle]") {
  // The mode's clock stands still while the device is down; up and down times are exponential; work resumes after
  // repair.
  const double rate = 0.5;  // per ms, of requests of mean 1 ms
  const double fail = 0.01;
  const double repair = 0.1;
  const auto exponential = [](std::uint64_t entity, std::uint64_t n, double per_ms) {
    Draw draw{RandomKey{3, entity}, Purpose::kArrival, n};
    return from_ms(-std::log(draw.uniform()) / per_ms);
  };
  const workload::DurationLaw law{kExponential};
  Exclusive mode;
  actors::LatencyStats stats;
  std::deque<Time> arrived_at;
  std::uint64_t arrivals = 0;
  std::uint64_t outages = 0;
  Time mode_now{};  // up-time so far
  Duration down{};  // real time = up-time + down
  Time next_arrival = Time{} + exponential(1, 0, rate);
  while (to_seconds(mode_now) < 8000 * SLICEWISE_TEST_LENGTH) {
    // One period of up-time, then one of down-time, with the arrivals of both.
    const Time failure = mode_now + exponential(2, outages, fail);
    const Duration repaired_after = exponential(3, outages++, repair);
    const auto arrive_until = [&](Time real, auto mode_time_of) {
      for (; next_arrival <= real; next_arrival += exponential(1, ++arrivals, rate)) {
        const Time at = mode_time_of(next_arrival);
        while (mode.next_change() <= at) {
          mode.change(mode.next_change());
          stats.add(mode.now() + down, mode.now() + down - arrived_at.front());
          arrived_at.pop_front();
        }
        arrived_at.push_back(next_arrival);
        mode.submit(at, 0, std::max(Duration{1}, law.sample(RandomKey{3, 4}, Purpose::kGpu, arrivals)));
      }
    };
    arrive_until(failure + down, [&](Time real) { return real - down; });
    while (mode.next_change() <= failure) {
      mode.change(mode.next_change());
      stats.add(mode.now() + down, mode.now() + down - arrived_at.front());
      arrived_at.pop_front();
    }
    arrive_until(failure + down + repaired_after, [&](Time) { return failure; });
    mode_now = failure;
    down += repaired_after;
  }
  const double both = fail + repair;
  CHECK(covers(stats.summary()->mean_ms, (both * both + fail) / (both * (repair * (1 - rate) - rate * fail))));
}
