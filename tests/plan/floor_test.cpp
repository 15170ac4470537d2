#include <libsched/plan/plan.hpp>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>

#include <libsched/base/random.hpp>

#include "plan/fleet.hpp"

using namespace libsched;
using namespace libsched::plan;

namespace {

bool ruled_out(const Candidate& one) {
  return one.reason.find("from the time of its requests alone") != std::string::npos;
}

Plan planned(const scenario::Scenario& scenario, bool closed_forms, std::vector<std::string> instances = {}) {
  PlanOptions options;
  options.closed_forms = closed_forms;
  options.max_replicas = 3;
  options.instances = std::move(instances);
  const auto plan = make_plan(scenario, options);
  REQUIRE(plan.has_value());
  return *plan;
}

}  // namespace

TEST_CASE("a card on which requests alone take longer than the SLO is not simulated, and says so", "[plan][unit]") {
  const std::string yaml =
      "version: 1\ngpu: {instance: g5.xlarge}\nworkloads:\n"
      "  - {name: w, pods: 4, arrivals: {kind: poisson, rate_per_s: 2}, slo: {p99_ms: 60},\n"
      "     request: {gpu_ms: {A10G: 20, T4: {dist: exponential, mean: 30}}}}\n"
      "run: {precision: 0.1}\n";
  const Plan plan = planned(fleet(yaml), true, {"g4dn.xlarge", "g5.xlarge"});
  REQUIRE(plan.recommended);
  CHECK(std::count_if(plan.candidates.begin(), plan.candidates.end(), ruled_out) >= 3);
  for (const Candidate& one : plan.candidates) {
    CHECK(ruled_out(one) == (one.gpu == "T4"));
    if (!ruled_out(one)) continue;
    CHECK(one.reason == "p99 138 ms > 60 ms from the time of its requests alone");  // 30 ms x ln 100
    CHECK(one.binding == Binding::kSlo);
    CHECK_FALSE(one.meets_slo);
    CHECK_FALSE(one.p99_ms);
  }
}

TEST_CASE("where nothing keeps its SLO every candidate has its p99, ruled out or not", "[plan][unit]") {
  const std::string yaml =
      "version: 1\ngpu: {instance: g5.xlarge}\nworkloads:\n"
      "  - {name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 2}, slo: {p99_ms: 10}, request: {gpu_ms: {A10G: "
      "20}}}\n"
      "run: {precision: 0.1}\n";
  const Plan plan = planned(fleet(yaml), true);
  CHECK_FALSE(plan.recommended);
  for (const Candidate& one : plan.candidates) CHECK(one.p99_ms);
  CHECK(to_json(plan) == to_json(planned(fleet(yaml), false)));
}

TEST_CASE("plan gives the same answer with and without closed forms, over random fleets", "[plan][invariant]") {
  int spared = 0;
  for (std::uint64_t n = 0; n < 12; ++n) {
    Draw dice{RandomKey{n, 8}, Purpose::kGpu, 0};
    const auto between = [&](double low, double high) { return low + (high - low) * dice.uniform(); };
    constexpr const char* kLaws[] = {"exponential", "lognormal", "gamma"};
    std::string yaml = "version: 1\ngpu: {instance: g5.xlarge}\nworkloads:\n";
    const int workloads = 1 + static_cast<int>(dice.uniform() * 2);
    for (int w = 0; w < workloads; ++w) {
      const char* law = kLaws[static_cast<int>(dice.uniform() * 3)];
      const double mean = between(2, 40);
      const std::string cv = law == kLaws[0] ? "" : fmt::format(", cv: {:.2f}", between(0.1, 1.5));
      yaml += fmt::format(
          "  - {{name: w{}, pods: {}, arrivals: {{kind: poisson, rate_per_s: {:.3f}}}, slo: {{p99_ms: {:.1f}}},\n"
          "     request: {{gpu_ms: {{A10G: {{dist: {}, mean: {:.2f}{}}}, T4: {{dist: {}, mean: {:.2f}{}}}}}}}}}\n",
          w, 1 + static_cast<int>(dice.uniform() * 5), between(1, 8), mean * between(1.5, 12), law, mean, cv, law,
          mean * between(1, 3), cv);
    }
    yaml += "run: {precision: 0.1, max_events: 50000}\n";
    CAPTURE(yaml);
    const scenario::Scenario scenario = fleet(yaml);
    const Plan with = planned(scenario, true, {"g4dn.xlarge", "g5.xlarge"});
    const Plan without = planned(scenario, false, {"g4dn.xlarge", "g5.xlarge"});
    CHECK(with.recommended == without.recommended);
    CHECK(with.cheapest_robust == without.cheapest_robust);
    CHECK(with.nearest_miss == without.nearest_miss);
    REQUIRE(with.candidates.size() == without.candidates.size());
    for (std::size_t i = 0; i < with.candidates.size(); ++i) {
      CHECK(with.candidates[i].meets_slo == without.candidates[i].meets_slo);
    }
    spared += static_cast<int>(std::count_if(with.candidates.begin(), with.candidates.end(), ruled_out));
  }
  CHECK(spared >= 10);
}
