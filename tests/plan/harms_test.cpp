#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <libsched/plan/plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

/// Short requests and one pod of long ones.
std::string two_kinds(const std::string& more = "") {
  return R"(
version: 1
gpu: {model: T4}
workloads:
  - {name: short, pods: 4, arrivals: {kind: poisson, rate_per_s: 20}, request: {gpu_ms: 3}, slo: {p99_ms: 90}}
  - {name: long, pods: 1, arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 60}, slo: {p99_ms: 900}}
)" + more +
         "run: {precision: 0.1}\n";
}

PlanOptions few() {
  PlanOptions options;
  options.max_replicas = 2;
  return options;
}

const Harm* pair(const Plan& plan, const std::string& workload, const std::string& neighbour) {
  for (const Harm& one : plan.harms) {
    if (one.workload == workload && one.neighbour == neighbour) return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("long requests harm short ones more than short ones harm each other", "[plan][unit]") {
  const auto plan = make_plan(fleet(two_kinds()), few());
  REQUIRE(plan.has_value());
  const Harm* by_long = pair(*plan, "short", "long");
  const Harm* by_short = pair(*plan, "short", "short");
  REQUIRE(by_long != nullptr);
  REQUIRE(by_short != nullptr);
  CHECK(*by_long->added_p99_ms() > *by_short->added_p99_ms());
  CHECK(*by_short->added_p99_ms() > 0);
  // The same workload alone is the same number in its whole row.
  CHECK(by_long->alone_p99_ms == by_short->alone_p99_ms);
  // The fleet has one `long`: two of them never meet.
  CHECK(pair(*plan, "long", "long") == nullptr);
  CHECK(to_text(*plan).find("who harms whom (T4, time-slicing") != std::string::npos);
}

TEST_CASE("a pair whose queue grows has no added p99", "[plan][unit]") {
  const auto plan = make_plan(fleet(two_kinds("  - {name: greedy, pods: 2, arrivals: {kind: poisson, rate_per_s: 80}, "
                                              "request: {gpu_ms: 10}}\n")),
                              few());
  REQUIRE(plan.has_value());
  const Harm* two = pair(*plan, "greedy", "greedy");
  REQUIRE(two != nullptr);
  CHECK(two->alone_p99_ms);
  CHECK(!two->together_p99_ms);
  CHECK(!two->added_p99_ms());
  const auto json = nlohmann::json::parse(to_json(*plan));
  CHECK(json["harms"].size() == 8);
  for (const auto& one : json["harms"]) {
    for (const char* key : {"workload", "neighbour", "alone_p99_ms", "together_p99_ms", "added_p99_ms"}) {
      CHECK(one.contains(key));
    }
  }
  CHECK(json["harms"][8 - 1]["added_p99_ms"].is_null());
}

TEST_CASE("a single workload has nobody to blame", "[plan][unit]") {
  const auto plan = make_plan(fleet(detectors()), few());
  CHECK(plan->harms.empty());
  CHECK(to_text(*plan).find("who harms whom") == std::string::npos);
}

}  // namespace libsched::plan
