#include <libsched/scenario/memory_bursts.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include <libsched/scenario/simulate.hpp>

using namespace libsched;
using namespace libsched::scenario;

namespace {

/// Two pods on a T4 whose requests of 10 ms need memory for as long as they are served.
Report two_pods(const std::string& rate_per_s, const std::string& memory) {
  const auto scenario = read_scenario(
      "version: 1\ngpu: {model: T4}\nsharing: {mode: mps, replicas: 2, active_thread_pct: 100, memory_limit_mib: "
      "15000}\n"
      "workloads:\n  - {name: w, pods: 2, width: 0, arrivals: {kind: poisson, rate_per_s: " +
          rate_per_s + "}, request: {gpu_ms: 10}, memory_mib: " + memory + "}\nrun: {precision: 0.05}\n",
      "test.yaml", ".");
  REQUIRE(scenario);
  return simulate(*scenario);
}

}  // namespace

TEST_CASE("memory that comes with requests fails as often as too many of them meet", "[scenario][unit]") {
  // Each of 2 x 0.001 requests a second meets the other pod's, which serves 1e-5 of the time: 2e-8 a second.
  const Report rare = two_pods("0.001", "{from: 1000, to: 8000, per: request}");
  REQUIRE(rare.memory);
  CHECK(rare.memory->oom_probability_per_day == Approx(1 - std::exp(-86'400 * 2e-8)).epsilon(0.1));
  CHECK(rare.memory->safe_replicas == 1);
  CHECK(rare.workloads[0].crashing == 0);
  CHECK_FALSE(rare.memory->first_oom_s);
  CHECK(two_pods("5", "{from: 1000, to: 8000, per: request}").memory->oom_probability_per_day == Approx(1));
}

TEST_CASE("requests whose memory fits whoever meets never fail", "[scenario][unit]") {
  const Report report = two_pods("5", "{from: 1000, to: 6000, per: request}");
  CHECK(report.memory->oom_probability_per_day == 0);
  CHECK(report.memory->safe_replicas == 2);
}
