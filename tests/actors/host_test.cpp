#include <catch2/catch.hpp>

#include <vector>

#include <libsched/actors/host.hpp>
#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using namespace std::chrono_literals;
using workload::Distribution;

TEST_CASE("scarce vCPUs are shared fairly: each thread gets its part until it ends", "[actors][unit]") {
  des::Engine engine;
  actors::Host host{engine, 0, 1};
  for (int tenant = 0; tenant < 3; ++tenant) host.attach(1);
  std::vector<std::pair<int, std::int64_t>> ends;
  const auto note = [&](int who) {
    return [&ends, &engine, who] { ends.emplace_back(who, engine.now().time_since_epoch() / 1ms); };
  };
  host.run(10ms, 0, note(0));
  host.run(30ms, 1, note(1));
  engine.at(Time{20ms}, {}, [&] { host.run(5ms, 2, note(2)); });
  engine.run_until(Time{1s});
  // Two share until 20: 10 each, so 0 ends. Then 1 (20 left) and 2 (5 left) share: 2 ends at 30, 1 at 45.
  CHECK(ends == std::vector<std::pair<int, std::int64_t>>{{0, 20}, {2, 30}, {1, 45}});
}

TEST_CASE("with as many vCPUs as threads nobody waits, and each neighbour costs its contention", "[actors][unit]") {
  des::Engine engine;
  actors::Host host{engine, 0.02, 4};
  for (int tenant = 0; tenant < 4; ++tenant) host.attach(1);
  std::vector<std::int64_t> ends;
  for (std::uint32_t tenant = 0; tenant < 4; ++tenant) {
    host.run(100ms, tenant, [&ends, &engine] { ends.push_back(engine.now().time_since_epoch() / 1us); });
  }
  engine.run_until(Time{1s});
  CHECK(ends == std::vector<std::int64_t>(4, 106000));
}

TEST_CASE("host work that contention stretches beyond 64 bits ends after every run, not in the past",
          "[actors][unit]") {
  for (const std::optional<int> vcpus : {std::optional<int>{}, std::optional{1}}) {
    des::Engine engine;
    actors::Host host{engine, 1e9, vcpus};
    for (int tenant = 0; tenant < 2; ++tenant) host.attach(1);
    for (std::uint32_t tenant = 0; tenant < 2; ++tenant) host.run(2400h, tenant, [] {});
    CHECK(engine.next_time() > Time{30 * 365 * 24h});
    engine.run_until(Time{1s});
    CHECK(engine.pending() > 0);
  }
}

TEST_CASE("a node whose vCPUs are the bottleneck answers as fast as they go round", "[actors][unit]") {
  // 8 closed tenants, 10 ms of host time and 1 ms of GPU, 2 vCPUs: the host serves 200 requests a second.
  auto spec = system(workload::Closed{}, Distribution::constant(1), 8, share::ModeKind::kTimeSlicing, slices(2, 0.1));
  spec.workloads[0].laws.cpu = Distribution{Distribution::Law{Distribution::Exponential{10}}};
  spec.vcpus = 2;
  const auto outcome = run_seconds(spec, 200);
  CHECK(outcome.workloads[0].latency->throughput_per_s.value == Approx(200).epsilon(0.02));
  spec.vcpus = 8;
  CHECK(run_seconds(spec, 200).workloads[0].latency->throughput_per_s.value > 500);
}
