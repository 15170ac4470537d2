#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <libsched/plan/plan.hpp>
#include <libsched/scenario/simulate.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

/// p99 of `work` where the file is simulated with the changes that its plan names.
std::optional<double> simulated(const std::string& yaml, const CandidateWorkload& work) {
  const auto scenario = scenario::read_scenario(yaml, "test.yaml", ".", work.changes);
  if (!scenario) return std::nullopt;
  for (const scenario::WorkloadReport& one : scenario::simulate(*scenario).workloads) {
    if (one.name == work.name && one.latency_ms) return one.latency_ms->p99.value;
  }
  return std::nullopt;
}

std::string two_workloads() {
  return "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
         "  - {name: short, pods: 4, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 8}, slo: {p99_ms: "
         "60}}\n"
         "  - {name: long, pods: 4, arrivals: {kind: poisson, rate_per_s: 2}, request: {gpu_ms: 60}}\n"
         "run: {seed: 3, precision: 0.1}\n";
}

}  // namespace

TEST_CASE("the changes that a plan names make simulate show the full GPU it was judged on", "[plan][unit]") {
  for (const std::string& yaml : {detectors(), two_workloads()}) {
    PlanOptions options;
    options.max_replicas = 4;
    const auto plan = make_plan(fleet(yaml), options);
    REQUIRE(plan.has_value());
    REQUIRE(plan->recommended);
    const Candidate& best = plan->candidates[*plan->recommended];
    REQUIRE(best.replicas > 1);
    for (const CandidateWorkload& work : best.workloads) {
      INFO(work.name);
      CHECK(!work.changes.empty());
      REQUIRE(work.p99_ms);
      CHECK(simulated(yaml, work) == work.p99_ms->value);
      int pods = 0;
      for (const auto& [name, count] : work.mix) pods += count;
      CHECK(pods == best.replicas);
    }
  }
}

TEST_CASE("every workload's p99 stands against its SLO, with a line for the shell", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 3;
  options.modes = {scenario::Mode::kTimeSlicing};
  const auto plan = make_plan(fleet(two_workloads()), options);
  REQUIRE(plan.has_value());
  const std::string text = to_text(*plan, {"slicewise", "simulate", "a b.yaml"});
  CHECK(text.find("short ") != std::string::npos);
  CHECK(text.find("ms <= 60 ms") != std::string::npos);
  CHECK(text.find("no SLO") != std::string::npos);
  CHECK(text.find("  slicewise simulate 'a b.yaml' --set 'sharing={mode: time-slicing, replicas: ") !=
        std::string::npos);
  const auto json = nlohmann::json::parse(to_json(*plan));
  const auto& work = json["recommended"]["workloads"][0];
  CHECK(work["mix"][0]["name"] == "short");
  CHECK(work["simulate_set"].is_array());
}

TEST_CASE("a share of one stream has its share of the rate", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.replace(yaml.find("{kind: poisson, rate_per_s: 15}"), 31, "{kind: poisson, total_rate_per_s: 180}");
  const auto plan = make_plan(fleet(yaml), {});
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  const CandidateWorkload& work = plan->candidates[*plan->recommended].workloads[0];
  CHECK(simulated(yaml, work) == work.p99_ms->value);
}

}  // namespace libsched::plan
