// Runs that end as soon as they tell what is asked of them give the answer of runs that do not.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <libsched/base/random.hpp>
#include <libsched/plan/plan.hpp>

#include "plan/fleet.hpp"

using namespace libsched;
using namespace libsched::plan;

namespace {

Plan planned(const scenario::Scenario& scenario, bool short_runs) {
  PlanOptions options;
  options.short_runs = short_runs;
  options.max_replicas = 3;
  const auto plan = make_plan(scenario, options);
  REQUIRE(plan.has_value());
  return *plan;
}

/// One to three workloads, of which one may have no SLO; with or without a number of pods.
std::string random_fleet(std::uint64_t n) {
  Draw dice{RandomKey{n, 21}, Purpose::kGpu, 0};
  const auto between = [&](double low, double high) { return low + (high - low) * dice.uniform(); };
  const bool free_pods = dice.uniform() < 0.3;
  const int workloads = free_pods ? 1 : 1 + static_cast<int>(dice.uniform() * 3);
  constexpr const char* kRoutes[] = {"random", "round-robin", "shared-queue"};
  std::string yaml = "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n";
  for (int w = 0; w < workloads; ++w) {
    const double mean = between(3, 20);
    const int pods = 2 + static_cast<int>(dice.uniform() * 5);
    const double rate = between(1, 12);
    const char* route = kRoutes[static_cast<int>(dice.uniform() * 3)];
    const bool common = free_pods || dice.uniform() < 0.3;
    const std::string arrivals = common ? fmt::format("total_rate_per_s: {:.3f}, route: {}", rate * pods, route)
                                        : fmt::format("rate_per_s: {:.3f}", rate);
    const std::string number = free_pods ? "" : fmt::format("pods: {}, ", pods);
    const std::string slo = w == 2 ? "" : fmt::format(", slo: {{p99_ms: {:.1f}}}", 5 + mean * between(2, 10));
    yaml += fmt::format("  - {{name: w{}, {}arrivals: {{kind: poisson, {}}}, request: {{gpu_ms: {:.2f}}}{}}}\n", w,
                        number, arrivals, mean, slo);
  }
  return yaml + "run: {precision: 0.05}\n";
}

bool overlap(const scenario::Interval& a, const scenario::Interval& b) {
  return a.low <= b.high && b.low <= a.high;
}

}  // namespace

TEST_CASE("plan recommends the same with runs that end early, and its numbers stay within their intervals",
          "[plan][twin]") {
  for (std::uint64_t n = 0; n < 10; ++n) {
    const std::string yaml = random_fleet(n);
    CAPTURE(n, yaml);
    const scenario::Scenario scenario = fleet(yaml);
    const Plan early = planned(scenario, true);
    const Plan whole = planned(scenario, false);
    CHECK(early.recommended == whole.recommended);
    CHECK(early.cheapest_robust == whole.cheapest_robust);
    CHECK(early.nearest_miss == whole.nearest_miss);
    REQUIRE(early.candidates.size() == whole.candidates.size());
    for (std::size_t i = 0; i < early.candidates.size(); ++i) {
      const Candidate& a = early.candidates[i];
      const Candidate& b = whole.candidates[i];
      INFO("candidate " << i);
      CHECK(a.meets_slo == b.meets_slo);
      CHECK(a.robust == b.robust);
      CHECK(a.stable == b.stable);
      CHECK(a.gpus == b.gpus);
      if (a.pods == b.pods && a.p99_ms && b.p99_ms) CHECK(overlap(*a.p99_ms, *b.p99_ms));
    }
  }
}
