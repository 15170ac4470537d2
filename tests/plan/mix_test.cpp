#include <libsched/plan/detail/mix.hpp>

#include <catch2/catch.hpp>
#include <variant>

#include "fleet.hpp"

namespace libsched::plan::detail {
namespace {

/// Three kinds: light asks 0.05 GPUs per pod, heavy 0.3, and trainer is a closed loop.
scenario::Scenario three_kinds() {
  return fleet(R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 4}
workloads:
  - {name: light, pods: 6, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 5}, slo: {p99_ms: 50}}
  - {name: heavy, pods: 4, arrivals: {kind: poisson, rate_per_s: 30}, request: {gpu_ms: 10}}
  - {name: trainer, pods: 2, arrivals: {kind: closed, concurrency: 1, think_ms: 90}, request: {gpu_ms: 10}}
)");
}

Target target_of(const scenario::Scenario& scenario) {
  return targets(scenario, {}).value().front();
}

}  // namespace

TEST_CASE("the worst mix takes closed loops first, then who asks most GPU time, as far as the fleet has them",
          "[plan][unit]") {
  const auto scenario = three_kinds();
  const Target target = target_of(scenario);
  CHECK(worst_mix(scenario, target, 0, 1) == Mix{1, 0, 0});
  CHECK(worst_mix(scenario, target, 0, 2) == Mix{1, 0, 1});
  CHECK(worst_mix(scenario, target, 0, 4) == Mix{1, 1, 2});
  CHECK(worst_mix(scenario, target, 1, 4) == Mix{0, 2, 2});
  CHECK(worst_mix(scenario, target, 2, 4) == Mix{0, 2, 2});
  CHECK(worst_mix(scenario, target, 0, 9) == Mix{3, 4, 2});
}

TEST_CASE("a fleet smaller than one GPU's slots is the worst mix as a whole", "[plan][unit]") {
  const auto scenario = three_kinds();
  CHECK(worst_mix(scenario, target_of(scenario), 1, 40) == Mix{6, 4, 2});
}

TEST_CASE("the proportional mix keeps the fleet's shares by largest remainder", "[plan][unit]") {
  const auto scenario = three_kinds();  // 6 : 4 : 2
  CHECK(proportional_mix(scenario, 6) == Mix{3, 2, 1});
  // 4 slots: 2, 1.33, 0.67: the last slot goes to the largest remainder.
  CHECK(proportional_mix(scenario, 4) == Mix{2, 1, 1});
  CHECK(proportional_mix(scenario, 100) == Mix{6, 4, 2});
}

TEST_CASE("the open load of a mix is the GPU time its open clients ask per second", "[plan][unit]") {
  const auto scenario = three_kinds();
  // 2 x 10/s x 5 ms + 3 x 30/s x 10 ms; the closed loop adds none.
  CHECK(open_load(mix_scenario(scenario, target_of(scenario), {scenario::Mode::kTimeSlicing, 7}, {2, 3, 2})) ==
        Approx(1.0));
}

TEST_CASE("a rate for all pods is shared evenly by the pods of a mix", "[plan][unit]") {
  const auto scenario = fleet(R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 4}
workloads:
  - {name: w, pods: 10, arrivals: {kind: poisson, total_rate_per_s: 100, route: random}, request: {gpu_ms: 5},
     slo: {p99_ms: 50}}
)");
  const Target target = target_of(scenario);
  CHECK(open_load(mix_scenario(scenario, target, {scenario::Mode::kTimeSlicing, 4}, {4})) == Approx(4 * 10 * 0.005));
  const auto one = mix_scenario(scenario, target, {scenario::Mode::kTimeSlicing, 4}, {4});
  // Two GPUs are full; the other two pods get their part of the stream elsewhere.
  CHECK(one.gpu.count == 2);
  CHECK(one.workloads[0].pods == 8);
  CHECK(one.workloads[0].pods_elsewhere == 2);
  const auto all = mix_scenario(scenario, target, {scenario::Mode::kTimeSlicing, 10}, {10});
  CHECK(all.gpu.count == 1);
  CHECK(all.workloads[0].pods_elsewhere == 0);
}

TEST_CASE("as many GPUs are alike as every common stream fills, one where pods have streams of their own",
          "[plan][unit]") {
  auto scenario = three_kinds();
  const Shape turns{scenario::Mode::kTimeSlicing, 4};
  CHECK(gpus_alike(scenario, turns, {1, 2, 1}) == 1);
  scenario.workloads[0].route = workload::Route::kRandom;  // 6 pods
  CHECK(gpus_alike(scenario, turns, {1, 2, 1}) == 6);
  CHECK(gpus_alike(scenario, turns, {2, 2, 0}) == 3);
  CHECK(gpus_alike(scenario, turns, {4, 0, 0}) == 1);
  scenario.workloads[1].route = workload::Route::kSharedQueue;  // 4 pods
  CHECK(gpus_alike(scenario, turns, {1, 2, 1}) == 2);
  CHECK(gpus_alike(scenario, turns, {0, 0, 2}) == 1);
  CHECK(gpus_alike(scenario, {scenario::Mode::kMig, 4, "1g.5gb"}, {1, 1, 0}) == 1);
}

TEST_CASE("one GPU of an instance with several has its share of the vCPUs and the host load of all tenants",
          "[plan][unit]") {
  auto scenario = fleet(R"(
version: 1
gpu: {instance: g4dn.12xlarge}
sharing: {mode: time-slicing, replicas: 4}
workloads:
  - {name: w, pods: 10, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 5, cpu_ms: 2}, slo: {p99_ms: 50}}
)");
  const Target target = target_of(scenario);
  REQUIRE(target.gpus_per_instance == 4);
  const auto one = mix_scenario(scenario, target, {scenario::Mode::kTimeSlicing, 4}, {3});
  CHECK(one.gpu.count == 1);
  CHECK(one.gpu.instance->gpu_count == 1);
  CHECK(one.gpu.instance->vcpus == target.instance->vcpus / 4);
  // Three tenants here are twelve on the node: (1 + 11 c) instead of the (1 + 2 c) that the simulation adds itself.
  const double c = target.model.profile.host_contention.nominal;
  CHECK(one.workloads[0].request.cpu_ms.mean() == Approx(2 * (1 + 11 * c) / (1 + 2 * c)));
}

}  // namespace libsched::plan::detail
