#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <variant>

#include <libsched/plan/detail/sensitivity.hpp>
#include <libsched/plan/plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

PlanOptions up_to(int replicas) {
  PlanOptions options;
  options.max_replicas = replicas;
  return options;
}

}  // namespace

TEST_CASE("a varied scenario has one kind of number multiplied and the rest as it was", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.insert(yaml.find("    slo:"), "    memory_mib: 2000\n");
  const auto scenario = fleet(yaml);
  const auto faster = detail::varied(scenario, Parameter::kRate, 1.2);
  REQUIRE(faster);
  CHECK(std::get<workload::Poisson>(faster->workloads[0].arrivals).rate_per_s == Approx(18));
  CHECK(faster->workloads[0].request.gpu_ms[0].second.mean() == Approx(8));
  const auto longer = detail::varied(scenario, Parameter::kGpuMs, 1.2);
  CHECK(longer->workloads[0].request.gpu_ms[0].second.mean() == Approx(9.6));
  const auto bigger = detail::varied(scenario, Parameter::kMemory, 0.8);
  CHECK(bigger->workloads[0].memory->to_mib == Approx(1600));
  CHECK(!detail::varied(fleet(detectors()), Parameter::kMemory, 0.8));
}

TEST_CASE("more load breaks a recommendation that less load keeps", "[plan][unit]") {
  const auto plan = make_plan(fleet(detectors()), up_to(6));
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  // No memory in the file: rate and GPU time, each 20 % less and 20 % more.
  REQUIRE(plan->sensitivity.size() == 4);
  const Candidate& best = plan->candidates[*plan->recommended];
  REQUIRE(best.replicas == 4);
  for (const Sensitivity& one : plan->sensitivity) {
    REQUIRE(one.recommended);
    CHECK(std::abs(one.recommended->replicas - best.replicas) <= 2);
    if (one.factor < 1) {
      CHECK(one.still_meets);
      CHECK(*one.recommended->usd_per_hour <= *best.usd_per_hour);
    } else {
      // 4 pods at 60 % load have 48 ms; 20 % more of either is over 60 ms, and fewer to a GPU are needed.
      CHECK(!one.still_meets);
      CHECK(*one.recommended->usd_per_hour > *best.usd_per_hour);
    }
  }
  const std::string text = to_text(*plan);
  CHECK(text.find("rate -20 %: still meets") != std::string::npos);
  CHECK(text.find("gpu_ms +20 %: no longer meets") != std::string::npos);
}

TEST_CASE("memory that grows by a fifth may no longer fit", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.insert(yaml.find("    slo:"), "    memory_mib: 3400\n");
  const auto plan = make_plan(fleet(yaml), up_to(4));
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  REQUIRE(plan->sensitivity.size() == 6);
  const Sensitivity& more = plan->sensitivity[5];
  CHECK(more.parameter == Parameter::kMemory);
  CHECK(more.factor == Approx(1.2));
  CHECK(!more.still_meets);
  const auto json = nlohmann::json::parse(to_json(*plan));
  CHECK(json["sensitivity"][5]["parameter"] == "memory");
  CHECK(json["sensitivity"][5]["still_meets"] == false);
  for (const char* key : {"instance", "mode", "replicas", "gpus", "usd_per_hour"}) {
    CHECK(json["sensitivity"][5]["recommended"].contains(key));
  }
}

TEST_CASE("where the number of pods is open a load that is off says how many there would be", "[plan][unit]") {
  // 1.6 GPUs' worth on three pods; 20 % more needs a fourth.
  const auto plan = make_plan(fleet("version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
                                    "  - {name: api, arrivals: {kind: poisson, total_rate_per_s: 200, route: random}, "
                                    "request: {gpu_ms: 8, cpu_ms: 1}, slo: {p99_ms: 60}}\nrun: {precision: 0.1}\n"),
                              up_to(2));
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  const Candidate& best = plan->candidates[*plan->recommended];
  const Sensitivity& faster = plan->sensitivity[1];
  REQUIRE(faster.parameter == Parameter::kRate);
  REQUIRE(faster.recommended);
  CHECK(!faster.still_meets);
  CHECK(faster.recommended->pods > best.pods);
  CHECK(to_text(*plan).find(" with " + std::to_string(faster.recommended->pods) + " pods") != std::string::npos);
}

TEST_CASE("where nothing is recommended there is nothing to be sensitive", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.replace(yaml.find("p99_ms: 60"), 10, "p99_ms: 5");
  CHECK(make_plan(fleet(yaml), up_to(2))->sensitivity.empty());
}

}  // namespace libsched::plan
