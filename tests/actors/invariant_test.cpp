#include <catch2/catch.hpp>

#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {

/// A busy mixture: open and closed, several bursts with host time, several streams, on two time-sliced GPUs.
actors::SystemSpec mixture(std::uint64_t seed) {
  share::SlicingParameters p = slices(2, 0.15, hw::Ring::kCreation);
  p.refill = from_us(20);
  auto spec = system(workload::Poisson{20}, Distribution::Law{Distribution::Gamma{8, 0.7}}, 4,
                     share::ModeKind::kTimeSlicing, p, 2);
  spec.workloads[0].laws.cpu = Distribution{Distribution::Law{Distribution::Exponential{3}}};
  spec.workloads[0].laws.bursts = 3;
  spec.workloads[0].laws.copy = Distribution::constant(0.2);
  actors::WorkloadSpec closed;
  closed.arrivals = workload::Closed{3, Distribution::Law{Distribution::Lognormal{30, 1}}};
  closed.laws.gpu = Distribution{Distribution::Law{Distribution::Exponential{5}}};
  closed.streams = 2;
  spec.workloads.push_back(closed);
  for (std::uint32_t pod = 0; pod < 2; ++pod) spec.pods.push_back({1, pod, pod, 1});
  spec.host_contention = 0.02;
  spec.seed = seed;
  return spec;
}

}  // namespace

TEST_CASE("what arrives is answered or still there, and Little's law holds", "[actors][invariant]") {
  const auto outcome = run_seconds(mixture(1), 2000);
  const auto& open = outcome.workloads[0];
  CHECK(open.arrived >= open.completed);
  CHECK(open.arrived - open.completed < 200);  // stable: the rest is what is in service and queued
  CHECK(static_cast<double>(open.arrived) == Approx(4 * 20 * 2000).epsilon(0.01));
  const auto& closed = outcome.workloads[1];
  // Clients of a closed loop are thinking or in the system: X (R + Z) = N.
  CHECK(closed.latency->throughput_per_s.value * (closed.latency->mean_ms.value + 30) * 1e-3 ==
        Approx(6).epsilon(0.01));
}

TEST_CASE("busy, switching and idle add up to the run, to the nanosecond", "[actors][invariant]") {
  const auto outcome = run_seconds(mixture(2), 50);
  for (const share::Usage& usage : outcome.gpus) {
    CHECK(usage.busy + usage.switching + usage.idle == outcome.end.time_since_epoch());
    CHECK(usage.switching > Duration::zero());
  }
}

TEST_CASE("the same seed gives the same run, another seed another", "[actors][invariant]") {
  const auto a = run_seconds(mixture(3), 100);
  const auto b = run_seconds(mixture(3), 100);
  const auto c = run_seconds(mixture(4), 100);
  CHECK(a.events == b.events);
  CHECK(a.workloads[0].latency->mean_ms.value == b.workloads[0].latency->mean_ms.value);
  CHECK(a.workloads[1].latency->max_ms == b.workloads[1].latency->max_ms);
  CHECK(a.workloads[0].latency->mean_ms.value != c.workloads[0].latency->mean_ms.value);
}

TEST_CASE("adding a workload moves no draw of the others", "[actors][invariant]") {
  // Each on its own exclusive GPU, so that they cannot meet: then the first must not notice the second at all.
  auto alone = system(workload::Poisson{50}, Distribution::Law{Distribution::Exponential{9}});
  const auto before = run_seconds(alone, 200);
  auto joined = alone;
  joined.workloads.push_back(joined.workloads[0]);
  joined.pods.push_back({1, 0, 1, 1});
  joined.gpus.push_back(joined.gpus[0]);
  const auto after = run_seconds(joined, 200);
  CHECK(before.workloads[0].completed == after.workloads[0].completed);
  CHECK(before.workloads[0].latency->mean_ms.value == after.workloads[0].latency->mean_ms.value);
  CHECK(after.workloads[1].latency->mean_ms.value != after.workloads[0].latency->mean_ms.value);
}

TEST_CASE("a tenant alone on a time-sliced GPU is as fast as on an exclusive one", "[actors][invariant]") {
  const Distribution law{Distribution::Law{Distribution::Exponential{7}}};
  const auto exclusive = run_seconds(system(workload::Poisson{100}, law), 100);
  const auto sliced =
      run_seconds(system(workload::Poisson{100}, law, 1, share::ModeKind::kTimeSlicing, slices(2, 0.2)), 100);
  CHECK(exclusive.workloads[0].latency->mean_ms.value == sliced.workloads[0].latency->mean_ms.value);
  CHECK(exclusive.workloads[0].latency->max_ms == sliced.workloads[0].latency->max_ms);
}

TEST_CASE("asynchronous launches overlap host and GPU: alone a request takes the longer of the two", "[actors][unit]") {
  for (const auto& [cpu, gpu] : {std::pair{10.0, 30.0}, {30.0, 10.0}}) {
    auto spec = system(workload::Closed{}, Distribution::constant(gpu));
    spec.workloads[0].laws.cpu = Distribution::constant(cpu);
    spec.workloads[0].laws.bursts = 1000;
    spec.workloads[0].laws.launch = workload::Launch::kAsync;
    const auto outcome = run_seconds(spec, 100);
    CHECK(outcome.workloads[0].latency->mean_ms.value == Approx(30).epsilon(0.002));
    spec.workloads[0].laws.launch = workload::Launch::kSync;
    CHECK(run_seconds(spec, 100).workloads[0].latency->mean_ms.value == Approx(40).epsilon(1e-6));
  }
}
