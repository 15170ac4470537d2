#include <catch2/catch.hpp>

#include <libsched/analytic/multi_server.hpp>
#include <libsched/analytic/single_server.hpp>
#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {
const Distribution kExponential{Distribution::Law{Distribution::Exponential{1}}};
}

TEST_CASE("one shared queue before k exclusive GPUs is M/M/k", "[actors][oracle]") {
  struct Point {
    int servers;
    double load;
  };
  for (const Point p : {Point{2, 0.7}, {3, 0.6}, {8, 0.9}}) {
    auto spec = system(workload::Poisson{p.servers * p.load * 1000}, kExponential, p.servers,
                       share::ModeKind::kExclusive, {}, static_cast<std::uint32_t>(p.servers));
    spec.workloads[0].route = workload::Route::kSharedQueue;
    const auto outcome = run_seconds(spec, 1500 * kTestLength);
    const double rate = p.servers * p.load;
    INFO("servers " << p.servers);
    CHECK(covers(outcome.workloads[0].latency->mean_ms, analytic::mmc_mean(p.servers, rate, 1)));
    CHECK(covers(outcome.workloads[0].latency->quantile_ms[3], analytic::mmc_quantile(p.servers, rate, 1, 0.99)));
  }
}

TEST_CASE("random routing splits a Poisson process into Poisson processes, round robin into smoother ones",
          "[actors][oracle]") {
  auto spec = system(workload::Poisson{2800}, kExponential, 4, share::ModeKind::kExclusive, {}, 4);
  spec.workloads[0].route = workload::Route::kRandom;
  const auto random = run_seconds(spec, 1000 * kTestLength);
  CHECK(covers(random.workloads[0].latency->mean_ms, analytic::mm1_mean(0.7, 1)));
  spec.workloads[0].route = workload::Route::kRoundRobin;
  const auto turns = run_seconds(spec, 1000 * kTestLength);
  CHECK(turns.workloads[0].latency->mean_ms.high < random.workloads[0].latency->mean_ms.low);
  spec.workloads[0].route = workload::Route::kSharedQueue;
  const auto shared = run_seconds(spec, 1000 * kTestLength);
  CHECK(shared.workloads[0].latency->mean_ms.high < turns.workloads[0].latency->mean_ms.low);
}

TEST_CASE("a modulated process has the time average of its rates, and queues more than Poisson does",
          "[actors][oracle]") {
  const workload::Mmpp mmpp{{200, 1400}, {0.2, 0.1}};
  REQUIRE(*workload::mean_rate_per_s(mmpp) == Approx(600));
  const auto outcome = run_seconds(system(mmpp, kExponential), 3000);
  CHECK(static_cast<double>(outcome.workloads[0].arrived) == Approx(600.0 * 3000).epsilon(0.03));
  CHECK(outcome.workloads[0].latency->mean_ms.low > 5 * analytic::mm1_mean(0.6, 1));
  // Equal rates are Poisson, whatever the regimes do.
  const auto poisson = run_seconds(system(workload::Mmpp{{600, 600}, {0.2, 0.1}}, kExponential), 3000);
  CHECK(covers(poisson.workloads[0].latency->mean_ms, analytic::mm1_mean(0.6, 1)));
}

TEST_CASE("a trace arrives when it says, once, and the run ends with it", "[actors][unit]") {
  workload::Trace trace;
  for (const double ms : {0.0, 0.5, 10.0, 10.0, 30.0}) trace.at.emplace_back(from_ms(ms));
  actors::StopRule rule;
  const auto outcome = actors::run(system(trace, Distribution::constant(1)), rule);
  CHECK(outcome.stopped == actors::Stopped::kDuration);
  CHECK(outcome.workloads[0].completed == 5);
  // 1, 1.5, 1, 2, 1 ms.
  CHECK(outcome.workloads[0].latency->mean_ms.value == Approx(1.3));
  CHECK(outcome.workloads[0].latency->max_ms == Approx(2));
  CHECK(outcome.end == Time{from_ms(31)});
  CHECK(outcome.gpus[0].busy == from_ms(5));
}

TEST_CASE("a day's trace is played whole: its busy hour decides the tail although its night is long",
          "[actors][unit]") {
  // 24 "hours" of 100 s: one at load 0.9, the others at 0.1; the busy one comes last.
  workload::Trace day;
  std::uint64_t n = 0;
  for (double at = 0; at < 2400;) {
    const double rate = at < 2300 ? 100 : 900;
    Draw draw{RandomKey{8, 8}, Purpose::kArrival, n++};
    at += -std::log(draw.uniform()) / rate;
    day.at.emplace_back(from_seconds(at));
  }
  actors::StopRule rule;
  rule.precision = 0.5;
  const auto outcome = actors::run(system(day, kExponential), rule);
  CHECK(outcome.workloads[0].completed == day.at.size());
  CHECK(outcome.workloads[0].latency->quantile_ms[3].value > 4 * analytic::mm1_quantile(0.1, 1, 0.99));
  // Beside an endless workload the trace ends the run.
  auto both = system(day, kExponential);
  both.workloads.push_back(both.workloads[0]);
  both.workloads[1].arrivals = workload::Poisson{10};
  both.pods.push_back({1, 0, 1, 1});
  both.gpus.push_back(both.gpus[0]);
  CHECK(actors::run(both, rule).end == day.at.back());
}

TEST_CASE("deterministic arrivals keep their period exactly and their phase at random", "[actors][unit]") {
  const auto outcome = run_seconds(
      system(workload::Deterministic{3}, Distribution::constant(1), 5, share::ModeKind::kExclusive, {}, 5), 1000);
  CHECK(outcome.workloads[0].arrived == 5 * 3000);
  CHECK(outcome.workloads[0].latency->max_ms == Approx(1));
}
