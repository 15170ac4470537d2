#include <catch2/catch.hpp>

#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {

workload::Trace poisson_trace(double rate_per_s, double seconds) {
  workload::Trace trace;
  double at = 0;
  for (std::uint64_t n = 0; at < seconds; ++n) {
    at += -std::log(Draw{RandomKey{4, 4}, Purpose::kArrival, n}.uniform()) / rate_per_s;
    trace.at.emplace_back(from_seconds(at));
  }
  return trace;
}

/// Every kind of stream, 240 requests a second of all pods.
std::vector<std::pair<const char*, workload::ArrivalProcess>> streams(double seconds) {
  return {{"poisson", workload::Poisson{240}},
          {"deterministic", workload::Deterministic{240}},
          {"batch", workload::Batch{20, Distribution::constant(12)}},
          {"mmpp", workload::Mmpp{{120, 480}, {0.4, 0.2}}},
          {"trace", poisson_trace(240, seconds)}};
}

bool near(const actors::Measured& a, const actors::Measured& b) {
  return a.low - (a.value - a.low) <= b.high && b.low - (b.value - b.low) <= a.high;
}

}  // namespace

TEST_CASE("the pods of one GPU get of a common stream what they get among all pods of the fleet, whatever its kind",
          "[actors][twin]") {
  const double seconds = 2000 * kTestLength;
  for (const auto& [name, stream] : streams(seconds)) {
    for (const workload::Route route : {workload::Route::kRandom, workload::Route::kRoundRobin}) {
      INFO(name << (route == workload::Route::kRandom ? " at random" : " by turns"));
      // Three GPUs with two pods each, by turns of 2 ms; then one of them, with four pods elsewhere.
      const auto law = Distribution::constant(8);
      auto fleet = system(stream, law, 6, share::ModeKind::kTimeSlicing, slices(2, 0.1), 3);
      auto part = system(stream, law, 2, share::ModeKind::kTimeSlicing, slices(2, 0.1), 1);
      fleet.workloads[0].route = part.workloads[0].route = route;
      part.workloads[0].pods_elsewhere = 4;
      const auto all = run_seconds(fleet, seconds).workloads[0];
      const auto one = run_seconds(part, seconds).workloads[0];
      CHECK(static_cast<double>(one.arrived) == Approx(static_cast<double>(all.arrived) / 3).epsilon(0.03));
      REQUIRE(all.latency);
      REQUIRE(one.latency);
      CHECK(near(all.latency->mean_ms, one.latency->mean_ms));
      CHECK(near(all.latency->quantile_ms.back(), one.latency->quantile_ms.back()));
    }
  }
}

TEST_CASE("a part of the pods behind a shared queue waits no less than all of them, and is not overloaded by the rest",
          "[actors][twin]") {
  for (const auto& [name, stream] : streams(1000)) {
    INFO(name);
    auto fleet = system(stream, Distribution::constant(20), 6, share::ModeKind::kExclusive, {}, 6);
    auto part = system(stream, Distribution::constant(20), 4, share::ModeKind::kExclusive, {}, 4);
    fleet.workloads[0].route = part.workloads[0].route = workload::Route::kSharedQueue;
    part.workloads[0].pods_elsewhere = 2;
    const auto all = run_seconds(fleet, 1000).workloads[0];
    const auto some = run_seconds(part, 1000).workloads[0];
    CHECK(static_cast<double>(some.arrived) == Approx(static_cast<double>(all.arrived) * 4 / 6).epsilon(0.03));
    CHECK(!some.growing);
    CHECK(some.latency->mean_ms.high > all.latency->mean_ms.low);
  }
}
