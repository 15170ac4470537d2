#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <libsched/plan/plan.hpp>
#include <libsched/scenario/simulate.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

/// Five of these fit a T4 with contexts of the nominal size, 110 MiB, and not with the largest.
std::string tight(const std::string& more = "") {
  return "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
         "  - {name: detector, pods: 20, arrivals: {kind: poisson, rate_per_s: 6}, request: {gpu_ms: 8},\n"
         "     memory_mib: 2880, slo: {p99_ms: 80}}\n" +
         more + "run: {precision: 0.1}\n";
}

PlanOptions time_slicing(int replicas) {
  PlanOptions options;
  options.modes = {scenario::Mode::kTimeSlicing};
  options.max_replicas = replicas;
  return options;
}

const Candidate& with(const Plan& plan, int replicas) {
  for (const Candidate& one : plan.candidates) {
    if (one.replicas == replicas) return one;
  }
  FAIL("no candidate with " << replicas << " replicas");
  return plan.candidates.front();
}

}  // namespace

TEST_CASE("the verdict tells the risk that what it recommends runs out of memory, as simulate does", "[plan][unit]") {
  const std::string yaml = tight();
  const auto plan = make_plan(fleet(yaml), time_slicing(5));
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  const Candidate& best = plan->candidates[*plan->recommended];
  INFO(to_text(*plan));
  REQUIRE(best.replicas == 5);
  CHECK_FALSE(best.robust);
  REQUIRE(best.oom_probability_per_day);
  CHECK(*best.oom_probability_per_day > 0);
  CHECK(*best.oom_probability_per_day < 1);
  const auto one = scenario::read_scenario(yaml, "test.yaml", ".", best.workloads[0].changes);
  REQUIRE(one);
  const scenario::Report shown = scenario::simulate(*one);
  CHECK(shown.memory->oom_probability_per_day == *best.oom_probability_per_day);
  const std::string said = scenario::to_text(shown);
  CHECK(said.find("% that a pod runs out of memory within a day") < said.find('\n'));
  const std::string first = verdict(*plan);
  CHECK(first.find("not robust: memory, ") != std::string::npos);
  CHECK(first.find("% that a pod runs out within a day") != std::string::npos);
  CHECK(first.find("robust is 4 replicas per T4") != std::string::npos);
  CHECK(with(*plan, 4).oom_probability_per_day == 0.0);
  const auto json = nlohmann::json::parse(to_json(*plan));
  CHECK(json["recommended"]["oom_probability_per_day"] == *best.oom_probability_per_day);
  CHECK(json["recommended"]["caveats"].size() == 1);
  CHECK(json["cheapest_robust"]["caveats"].empty());
}

TEST_CASE("a candidate that is not robust for its memory says so before what it costs", "[plan][unit]") {
  PlanOptions options = time_slicing(5);
  options.modes = {scenario::Mode::kTimeSlicing, scenario::Mode::kMps};
  const auto plan = make_plan(fleet(tight()), options);
  REQUIRE(plan.has_value());
  const std::string table = to_text(*plan);
  int seen = 0;
  for (std::size_t i = 0; i < plan->candidates.size(); ++i) {
    const Candidate& one = plan->candidates[i];
    if (one.memory_caveat.empty()) continue;
    ++seen;
    CHECK(one.reason.find(one.memory_caveat) == std::string::npos);
    const bool chosen = i == plan->recommended;
    CHECK(table.find(chosen ? one.reason + "; " + one.memory_caveat : one.memory_caveat + "; " + one.reason) !=
          std::string::npos);
  }
  CHECK(seen >= 1);
}

TEST_CASE("pools that are not robust say why, and what the cheapest robust answer is", "[plan][unit]") {
  const auto plan =
      make_plan(fleet(tight("  - {name: big, pods: 2, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 8},\n"
                            "     memory_mib: 9000, slo: {p99_ms: 80}}\n")),
                time_slicing(5));
  REQUIRE(plan.has_value());
  INFO(to_text(*plan));
  REQUIRE(plan->pooled);
  REQUIRE(plan->pooled->recommended);
  const Pooled& pooled = *plan->pooled;
  REQUIRE(pooled.robust.size() == 2);
  CHECK(pooled.robust[0].layout.robust);
  CHECK(pooled.robust[0].layout.replicas == 4);
  CHECK(*pooled.robust_usd_per_hour > *pooled.usd_per_hour);
  const std::string first = verdict(*plan);
  CHECK(first.find("not robust: detector memory, ") != std::string::npos);
  CHECK(first.find("; robust are detector 4 replicas per T4 on 5x g4dn.xlarge, big ") != std::string::npos);
  const auto json = nlohmann::json::parse(to_json(*plan));
  CHECK(json["pooled"]["cheapest_robust"]["pools"].size() == 2);
  CHECK(plan->files.at(0).text.find("not robust: memory, ") != std::string::npos);
}

TEST_CASE("a plan says what the file leaves out, memory as a warning right below the verdict", "[plan][unit]") {
  const auto plan = make_plan(fleet(detectors()), time_slicing(2));
  REQUIRE(plan.has_value());
  CHECK(plan->assumptions.at(0).starts_with("no memory_mib (detector): "));
  const std::string text = to_text(*plan);
  CHECK(text.find("\nwarning: detector: memory is not modelled") == text.find('\n'));
  const auto known = make_plan(fleet(tight()), time_slicing(2));
  REQUIRE(known.has_value());
  CHECK(known->assumptions.at(0).starts_with("no framework (detector): "));
  for (const std::string& line : known->assumptions) CHECK(line.find("memory_mib") == std::string::npos);
  CHECK(to_text(*known).find("memory is not modelled") == std::string::npos);
  CHECK(to_text(*known).find("\nwarning: detector: without framework") == to_text(*known).find('\n'));
  CHECK(to_text(*known).find("MiB of a CUDA context of cuda on T4 = ") != std::string::npos);
}

}  // namespace libsched::plan
