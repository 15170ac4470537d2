#include <libsched/share/mps.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/workload/duration_law.hpp>

using namespace libsched;
using namespace libsched::share;
using workload::Distribution;

namespace {

constexpr std::size_t kResidents = 1024;

const Distribution kExponential{Distribution::Law{Distribution::Exponential{1}}};
const Distribution kConstant = Distribution::constant(1);
const Distribution kHyper{Distribution::Law{Distribution::Hyperexponential{{0.9, 0.1}, {0.5, 5.5}}}};

struct Served {
  actors::LatencySummary latency;
  double busy = 0;
};

/// Poisson arrivals at `rate` per ms of requests of mean 1 ms, each a client of its own.
Served serve(const MpsClient& client, double rate, const Distribution& law_ms, double seconds) {
  Mps mode{std::vector<MpsClient>(kResidents, client)};
  const workload::DurationLaw law{law_ms};
  std::vector<Time> arrived_at(kResidents);
  std::vector<Slot> free;
  for (Slot slot = kResidents; slot-- > 0;) free.push_back(slot);
  actors::LatencyStats stats;
  Time now{};
  for (std::uint64_t n = 0; to_seconds(now) < seconds * SLICEWISE_TEST_LENGTH; ++n) {
    Draw gap{RandomKey{2, 78}, Purpose::kArrival, n};
    now += from_ms(-std::log(gap.uniform()) / rate);
    while (mode.next_change() <= now) {
      if (const auto ended = mode.change(now)) {
        stats.add(mode.now(), mode.now() - arrived_at[*ended]);
        free.push_back(*ended);
      }
    }
    if (free.empty()) FAIL("more requests at once than residents");
    const Slot slot = free.back();
    free.pop_back();
    arrived_at[slot] = now;
    mode.submit(now, slot, std::max(Duration{1}, law.sample(RandomKey{2, 79}, Purpose::kGpu, n)));
  }
  return {*stats.summary(), to_seconds(mode.usage(now).busy) / to_seconds(now)};
}

bool covers(const actors::Measured& m, double truth) {
  return std::abs(truth - m.value) <= 2 * std::max(m.high - m.value, m.value - m.low);
}

/// Closed clients without think time: when each burst of `work` ended.
std::vector<Time> ends_of(Mps& mode, std::size_t clients, Duration work, int bursts) {
  for (Slot slot = 0; slot < clients; ++slot) mode.submit(Time{}, slot, work);
  std::vector<Time> ends;
  while (static_cast<int>(ends.size()) < bursts) {
    if (const auto ended = mode.change(kNever)) {
      ends.push_back(mode.now());
      mode.submit(mode.now(), *ended, work);
    }
  }
  return ends;
}

}  // namespace

TEST_CASE(
    "clients that slow each other down by a width have the mean of generalised processor sharing, whatever the "
    "service law",
    "[share][oracle]") {
  // Queueing oracle 15: E[T] = s / (1 - a lambda s), P(N > 0) = 1 - (1 - a lambda s)^(1/a); insensitive.
  struct Row {
    double width, rate, mean, busy;
  };
  for (const Row& row : {Row{0.5, 1.2, 2.5, 0.84}, Row{0.3, 2.4, 3.571429, 0.985639}}) {
    for (const Distribution& law : {kConstant, kExponential, kHyper}) {
      const Served served = serve({row.width, 1}, row.rate, law, 400);
      INFO("width " << row.width << ": " << served.latency.mean_ms.value);
      CHECK(covers(served.latency.mean_ms, row.mean));
      CHECK(served.busy == Approx(row.busy).margin(0.01 / SLICEWISE_TEST_LENGTH));
    }
  }
}

TEST_CASE("clients capped at a k-th of the GPU run at their own full speed until k are there, then share: M/G/k-PS",
          "[share][oracle]") {
  // Queueing oracle 14 (Cohen 1979): the mean is that of M/M/k for every service law.
  struct Row {
    double k, load, mean, busy;
  };
  for (const Row& row :
       {Row{2, 0.7, 1.960784, 0.823529}, Row{3, 0.6, 1.295620, 0.854015}, Row{8, 0.9, 1.876916, 0.999608}}) {
    for (const Distribution& law : {kConstant, kHyper}) {
      const Served served = serve({1, row.k}, row.load * row.k, law.scaled(1 / row.k), 400);
      INFO("k " << row.k << ": " << served.latency.mean_ms.value);
      CHECK(covers(served.latency.mean_ms, row.mean));
      CHECK(served.busy == Approx(row.busy).margin(0.01 / SLICEWISE_TEST_LENGTH));
    }
  }
}

TEST_CASE("N busy clients alike take T1 (1 + w (N - 1)) each", "[share][unit]") {
  for (const double width : {0.0, 0.235, 0.5, 1.0}) {
    for (const std::size_t n : {1U, 2U, 5U, 48U}) {
      Mps mode{std::vector<MpsClient>(n, MpsClient{width, 1})};
      const auto ends = ends_of(mode, n, from_ms(10), static_cast<int>(3 * n));
      CHECK(to_ms(ends.back() - Time{}) == Approx(3 * 10 * (1 + width * static_cast<double>(n - 1))).margin(1e-5));
    }
  }
}

TEST_CASE("a client alone is served as on an exclusive GPU, to the nanosecond", "[share][unit]") {
  Mps mode{{MpsClient{0.7, 1}, MpsClient{0.3, 1}}};
  const auto ends = ends_of(mode, 1, Duration{1'234'567}, 1000);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CHECK(ends[i] == Time{} + Duration{1'234'567} * static_cast<std::int64_t>(i + 1));
  }
  CHECK(mode.usage(ends.back()).idle == Duration{});
}

TEST_CASE("a thread cap holds a client back alone, and neighbours only where they take more than it leaves",
          "[share][unit]") {
  Mps alone{{MpsClient{1, 3.2}}};
  CHECK(to_ms(ends_of(alone, 1, from_ms(10), 1).back() - Time{}) == Approx(32));
  Mps quarters{std::vector<MpsClient>(4, MpsClient{1, 3.2})};
  CHECK(to_ms(ends_of(quarters, 4, from_ms(10), 4).back() - Time{}) == Approx(40));
  Mps narrow{std::vector<MpsClient>(4, MpsClient{0.2, 3.2})};
  CHECK(to_ms(ends_of(narrow, 4, from_ms(10), 4).back() - Time{}) == Approx(32));
}

TEST_CASE("nobody progresses faster than alone, the rates of fair shares add up to one, and work is conserved",
          "[share][invariant]") {
  std::vector<MpsClient> clients;
  for (int i = 0; i < 8; ++i) clients.push_back({1.0, 1.0});
  Mps mode{clients};
  Duration submitted{};
  Time now{};
  std::size_t active = 0;
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    Draw draw{RandomKey{9, 9}, Purpose::kArrival, n};
    now += from_us(draw.uniform() * 900);
    while (mode.next_change() <= now) active -= mode.change(now).has_value();
    const auto slot = static_cast<Slot>(draw.uniform() * 8);
    const Duration work = from_us(1 + draw.uniform() * 700);
    submitted += work;
    ++active;
    mode.submit(now, slot, work);
    double sum = 0;
    for (Slot s = 0; s < 8; ++s) {
      CHECK(mode.rate(s) <= 1.0);
      sum += mode.rate(s);
    }
    CHECK(sum == Approx(1.0));
  }
  while (mode.next_change() != kNever) active -= mode.change(kNever).has_value();
  CHECK(active == 0);
  // At width 1 the GPU does one second of work a second.
  CHECK(to_seconds(mode.usage(mode.now()).busy) == Approx(to_seconds(submitted)).epsilon(1e-6));
}
