#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <libsched/plan/plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

/// Pods of which two fill the memory of a T4, and small ones of which many fit.
std::string big_and_small(int big, int small, const std::string& more = "") {
  const auto pods = [](int count) { return "pods: " + std::to_string(count) + ", "; };
  return "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
         "  - {name: big, " +
         pods(big) +
         "arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 10}, memory_mib: 6000, slo: {p99_ms: 200}}\n"
         "  - {name: Small One, " +
         pods(small) +
         "arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 2}, memory_mib: 300, slo: {p99_ms: 100}}\n" +
         more + "run: {precision: 0.1}\n";
}

PlanOptions up_to(int replicas) {
  PlanOptions options;
  options.max_replicas = replicas;
  return options;
}

}  // namespace

TEST_CASE("pools are recommended where they are cheaper, and their configs are in one ConfigMap", "[plan][unit]") {
  const auto plan = make_plan(fleet(big_and_small(4, 8)), up_to(8));
  REQUIRE(plan.has_value());
  REQUIRE(plan->pooled);
  const Pooled& pooled = *plan->pooled;
  INFO(to_text(*plan));
  REQUIRE(pooled.recommended);
  CHECK(pooled.meets_slo);
  REQUIRE(pooled.pools.size() == 2);
  REQUIRE(plan->recommended);
  CHECK(*pooled.usd_per_hour < *plan->candidates[*plan->recommended].usd_per_hour);
  CHECK(pooled.gpus == pooled.pools[0].layout.gpus + pooled.pools[1].layout.gpus);
  CHECK(to_text(*plan).starts_with(
      "two pools are cheaper: big 2 replicas per T4 on 2x g4dn.xlarge, Small One 8 replicas per T4"));
  const std::string& text = plan->files.at(0).text;
  CHECK(text.find("  big-time-slicing-2: |") != std::string::npos);
  CHECK(text.find("  small-one-time-slicing-8: |") != std::string::npos);
  const auto json = nlohmann::json::parse(to_json(*plan));
  CHECK(json["pooled"]["recommended"] == true);
  for (const char* key : {"usd_per_hour", "gpus", "pools", "meets_slo", "reason"}) CHECK(json["pooled"].contains(key));
  for (const char* key : {"workloads", "instance", "mode", "replicas", "gpus", "usd_per_hour", "p99_ms"}) {
    CHECK(json["pooled"]["pools"][0].contains(key));
  }
  // Numbers that are off are told of what is recommended: rate, GPU time and memory of each pool, down and up.
  for (const Pool& pool : pooled.pools) CHECK(pool.sensitivity.size() == 6);
  CHECK(to_text(*plan).find("if the file's numbers are off (big 2 replicas per T4 on 2x g4dn.xlarge):") !=
        std::string::npos);
  CHECK(json["pooled"]["pools"][1]["sensitivity"].size() == 6);
}

TEST_CASE("a pool whose workloads have no letter that a label takes is known by its number", "[plan][unit]") {
  std::string text = big_and_small(4, 8);
  text.replace(text.find("Small One"), 9, "\xE6\xA3\x80\xE6\xB5\x8B");
  const auto plan = make_plan(fleet(text), up_to(8));
  REQUIRE(plan.has_value());
  REQUIRE(plan->pooled->recommended);
  const std::string& config = plan->files.at(0).text;
  CHECK(config.find("  big-time-slicing-2: |") != std::string::npos);
  CHECK(config.find("  pool-2-time-slicing-8: |") != std::string::npos);
}

TEST_CASE("where pools cost as much the common plan stays", "[plan][unit]") {
  // Two pods share one GPU; apart they need two.
  const auto plan = make_plan(fleet(big_and_small(1, 1)), up_to(2));
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  REQUIRE(plan->pooled);
  CHECK(!plan->pooled->recommended);
  CHECK(plan->pooled->reason.starts_with("no cheaper: "));
  CHECK(!to_text(*plan).starts_with("two pools"));
  CHECK(plan->files.at(0).text.find("small-one") == std::string::npos);
}

TEST_CASE("a workload that keeps its SLO nowhere has no pool", "[plan][unit]") {
  const auto plan = make_plan(fleet(big_and_small(1, 1,
                                                  "  - {name: hopeless, pods: 1, arrivals: {kind: poisson, "
                                                  "rate_per_s: 1}, request: {gpu_ms: 60}, slo: {p99_ms: 50}}\n")),
                              up_to(2));
  REQUIRE(plan.has_value());
  CHECK(!plan->recommended);
  REQUIRE(plan->pooled);
  CHECK(!plan->pooled->meets_slo);
  CHECK(!plan->pooled->recommended);
  CHECK(plan->pooled->reason.find("hopeless") != std::string::npos);
  CHECK(plan->files.empty());
}

TEST_CASE("a single workload is not pooled", "[plan][unit]") {
  CHECK(!make_plan(fleet(detectors()), up_to(2))->pooled);
}

}  // namespace libsched::plan
