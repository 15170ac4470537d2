#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <libsched/plan/plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

const Candidate& with(const Plan& plan, int replicas) {
  return *std::find_if(plan.candidates.begin(), plan.candidates.end(),
                       [&](const Candidate& one) { return one.replicas == replicas; });
}

}  // namespace

TEST_CASE("twelve detectors share few T4s and keep their p99", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 9;
  options.modes = {scenario::Mode::kTimeSlicing};
  const auto made = make_plan(fleet(detectors()), options);
  REQUIRE(made.has_value());
  const Plan& plan = *made;
  // Exclusive, then 2..9 replicas; each needs ceil(12 / k) GPUs.
  REQUIRE(plan.candidates.size() == 9);
  for (const Candidate& one : plan.candidates) {
    CHECK(one.gpus == (12 + one.replicas - 1) / one.replicas);
    CHECK(*one.usd_per_hour == Approx(one.gpus * 0.526));
    CHECK(one.meets_slo == (one.stable && one.workloads[0].met));
    if (one.robust) CHECK(one.meets_slo);
  }
  REQUIRE(plan.recommended);
  const Candidate& best = plan.candidates[*plan.recommended];
  CHECK(best.mode == scenario::Mode::kTimeSlicing);
  CHECK(best.binding == Binding::kNone);
  CHECK(best.p99_ms->value <= 60);
  // Nothing that meets the SLO is cheaper.
  for (const Candidate& one : plan.candidates) {
    if (one.meets_slo) CHECK(*one.usd_per_hour >= *best.usd_per_hour);
  }
  // 9 pods ask 9 x 15/s x 8 ms = 1.08 of one GPU.
  CHECK(!with(plan, 9).stable);
  CHECK(with(plan, 9).binding == Binding::kLoad);
  CHECK(with(plan, 9).reason == "GPU load 1.08 >= 1");
  CHECK(!with(plan, 9).p99_ms);
  REQUIRE(plan.files.size() == 1);
  CHECK(plan.files[0].text.find("replicas: " + std::to_string(best.replicas)) != std::string::npos);
}

TEST_CASE("instances with several GPUs are bought whole", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 2;
  const auto plan = make_plan(fleet(detectors("{instance: g4dn.12xlarge}")), options);
  REQUIRE(plan.has_value());
  // 12 pods at 2 a GPU need 6 GPUs: two instances of four.
  CHECK(plan->candidates[1].gpus == 8);
  CHECK(plan->candidates[1].instances == 2);
}

TEST_CASE("replicas that do not fit in memory say how much they lack", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.insert(yaml.find("    slo:"), "    memory_mib: 4000\n");
  PlanOptions options;
  options.max_replicas = 5;
  const auto plan = make_plan(fleet(yaml), options);
  REQUIRE(plan.has_value());
  CHECK(with(*plan, 2).binding != Binding::kMemory);
  const Candidate& five = with(*plan, 5);
  CHECK(five.binding == Binding::kMemory);
  CHECK(!five.meets_slo);
  CHECK(five.reason.find("MiB of") != std::string::npos);
  CHECK(*five.memory_used_mib > *five.memory_total_mib);
}

TEST_CASE("no plan: the nearest miss is named, and nothing is to apply", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.replace(yaml.find("p99_ms: 60"), 10, "p99_ms: 5");
  PlanOptions options;
  options.max_replicas = 3;
  const auto plan = make_plan(fleet(yaml), options);
  REQUIRE(plan.has_value());
  CHECK(!plan->recommended);
  // Alone on a GPU a pod comes closest to 5 ms.
  CHECK(plan->nearest_miss == 0U);
  CHECK(plan->candidates[0].binding == Binding::kSlo);
  CHECK(plan->candidates[0].reason.find("> 5 ms") != std::string::npos);
  CHECK(plan->files.empty());
  CHECK(to_text(*plan).starts_with("no plan meets the SLO; nearest is exclusive T4 on 12x g4dn.xlarge: p99"));
}

TEST_CASE("where more than --max-replicas would keep the SLO for less, that limit binds", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 3;
  options.modes = {scenario::Mode::kTimeSlicing};
  const auto plan = make_plan(fleet(detectors()), options);
  REQUIRE(plan->recommended);
  const Candidate& best = plan->candidates[*plan->recommended];
  CHECK(best.replicas == 3);
  CHECK(best.binding == Binding::kReplicasLimit);
  CHECK(best.reason.find(" (4 replicas would keep the SLO on 3 GPUs at 1.58 USD/h: raise --max-replicas)") !=
        std::string::npos);
  // 6 replicas, the next number that saves a GPU, miss the SLO: a limit of 4 or 5 keeps nothing back.
  for (const int limit : {4, 5}) {
    options.max_replicas = limit;
    const auto more = make_plan(fleet(detectors()), options);
    CHECK(more->candidates[*more->recommended].replicas == 4);
    for (const Candidate& one : more->candidates) CHECK(one.binding != Binding::kReplicasLimit);
  }
}

TEST_CASE("wrong options are issues, all at once", "[plan][unit]") {
  std::string yaml = detectors();
  yaml.erase(yaml.find("    slo: {p99_ms: 60}\n"), std::string{"    slo: {p99_ms: 60}\n"}.size());
  PlanOptions options;
  options.max_replicas = 1;
  options.instances = {"nonsense"};
  const auto plan = make_plan(fleet(yaml), options);
  REQUIRE(!plan.has_value());
  CHECK(plan.error().size() == 3);
  for (const Issue& issue : plan.error()) CHECK(!issue.fix.empty());
}

TEST_CASE("the same scenario gives the same bytes, whatever runs in parallel", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 4;
  const auto scenario = fleet(detectors());
  CHECK(to_json(*make_plan(scenario, options)) == to_json(*make_plan(scenario, options)));
}

TEST_CASE("an interrupt leaves a document that says so", "[plan][unit]") {
  const std::atomic<bool> interrupted{true};
  PlanOptions options;
  options.max_replicas = 3;
  options.interrupt = &interrupted;
  const auto plan = make_plan(fleet(detectors()), options);
  REQUIRE(plan.has_value());
  CHECK(plan->interrupted);
  CHECK(!plan->recommended);
  CHECK(plan->candidates[0].reason == "not decided: interrupted");
}

TEST_CASE("the JSON document has the keys that others rely on", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 3;
  options.proportional_mix = true;
  const auto json = nlohmann::json::parse(to_json(*make_plan(fleet(detectors()), options)));
  CHECK(json["schema"] == "slicewise.plan/1");
  CHECK(json["recommended"].is_object());
  CHECK(json["candidates"].size() == 5);  // exclusive, 2 and 3 replicas, 2 and 3 MPS clients
  for (const auto& one : json["candidates"]) {
    for (const char* key : {"gpu", "instance", "mode", "replicas", "gpus", "usd_per_hour", "p99_ms", "workloads",
                            "meets_slo", "robust", "stable", "estimated", "binding", "reason"}) {
      CHECK(one.contains(key));
    }
    for (const char* key : {"value", "low", "high"}) CHECK(one["p99_ms"][key].is_number());
    for (const char* key : {"name", "p99_ms", "met", "proportional_p99_ms"}) CHECK(one["workloads"][0].contains(key));
  }
  CHECK(json["files"][0]["path"] == "device-plugin-config.yaml");
  CHECK(json["files"][0]["text"].is_string());
}

}  // namespace libsched::plan
