// Arrivals at a fixed rate: how the pods' requests meet is drawn once for a run, and belongs to its interval.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

namespace {

Scenario fleet(const std::string& arrivals, int pods = 6, const std::string& more = "") {
  return test::read(
      fmt::format("version: 1\n"
                  "gpu: {{model: T4, slice_us: 2000, switch_us: 100, refill_us: 0}}\n"
                  "sharing: {{mode: time-slicing, replicas: 8}}\n"
                  "workloads:\n"
                  "  - {{name: a, pods: {}, request: {{gpu_ms: 8}}, arrivals: {}}}\n"
                  "{}",
                  pods, arrivals, more));
}

bool draws_phases(const Scenario& scenario) {
  const std::vector<Variant> all = variants(scenario);
  return std::count(all.begin(), all.end(), Variant::kOtherPhases) == 19;
}

}  // namespace

TEST_CASE("the interval of arrivals at a fixed rate holds what other phases would give", "[scenario][invariant]") {
  const std::string fixed = "{kind: deterministic, rate_per_s: 15}";
  const Report report = simulate(fleet(fixed));
  const Interval p99 = report.workloads[0].latency_ms->p99;
  CHECK(p99.high > 1.2 * p99.low);
  const auto said = [](const Report& of) { return to_text(of).find("20 draws of their phases") != std::string::npos; };
  CHECK(said(report));
  int inside = 0;
  constexpr int kSeeds = 20;
  for (int seed = 101; seed < 101 + kSeeds; ++seed) {
    Scenario other = fleet(fixed, 6, fmt::format("run: {{seed: {}}}\n", seed));
    other.run.intervals = false;
    const Report nominal = simulate(other);
    CHECK_FALSE(said(nominal));
    const double value = nominal.workloads[0].latency_ms->p99.value;
    inside += static_cast<int>(p99.low <= value && value <= p99.high);
  }
  CHECK(inside >= 16);  // 18 of them on average
}

TEST_CASE("phases are drawn anew only where requests at a fixed rate meet others that keep their beat",
          "[scenario][unit]") {
  const std::string fixed = "{kind: deterministic, rate_per_s: 15}";
  CHECK(draws_phases(fleet(fixed)));
  CHECK_FALSE(draws_phases(fleet(fixed, 1)));
  CHECK_FALSE(draws_phases(fleet("{kind: poisson, rate_per_s: 15}")));
  CHECK_FALSE(draws_phases(fleet("{kind: deterministic, total_rate_per_s: 60, route: round-robin}")));
  const auto beside = [&](const std::string& arrivals) {
    return read_scenario(
               "version: 1\n"
               "gpu: {model: T4}\n"
               "sharing: {mode: time-slicing, replicas: 2}\n"
               "workloads:\n"
               "  - {name: a, request: {gpu_ms: 8}, arrivals: {kind: deterministic, rate_per_s: 15}}\n"
               "  - {name: b, request: {gpu_ms: 8}, arrivals: " +
                   arrivals + "}\n",
               "test.yaml", ".")
        .value();
  };
  CHECK(draws_phases(beside("{kind: closed, think_ms: 20}")));
  CHECK(draws_phases(beside("{kind: deterministic, total_rate_per_s: 15}")));
  CHECK_FALSE(draws_phases(beside("{kind: poisson, rate_per_s: 15}")));
  // Each pod on its own GPU meets nobody.
  Scenario apart = fleet(fixed, 2);
  apart.gpu.count = 2;
  CHECK_FALSE(draws_phases(apart));
}
