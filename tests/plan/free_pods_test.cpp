#include <libsched/plan/detail/free_pods.hpp>

#include <catch2/catch.hpp>

#include <libsched/plan/plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

/// 200 requests per second for all pods, 8 ms each: 1.6 GPUs' worth.
std::string total(const std::string& pods = "") {
  return "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n  - {name: api, " + pods +
         "arrivals: {kind: poisson, total_rate_per_s: 200, route: random}, request: {gpu_ms: 8}, slo: {p99_ms: 60}}\n"
         "run: {precision: 0.1}\n";
}

PlanOptions up_to(int replicas) {
  PlanOptions options;
  options.max_replicas = replicas;
  options.modes = {scenario::Mode::kTimeSlicing};
  return options;
}

}  // namespace

TEST_CASE("without pods in the file a total rate gets the least pods that keep the SLO", "[plan][unit]") {
  const auto scenario = fleet(total());
  const auto plan = make_plan(scenario, up_to(3));
  REQUIRE(plan.has_value());
  CHECK(plan->free_pods);
  REQUIRE(plan->recommended);
  REQUIRE(plan->candidates.size() == 3);
  for (const Candidate& one : plan->candidates) {
    REQUIRE(one.meets_slo);
    // Less than 1.6 GPUs serve nobody.
    CHECK(one.gpus >= 2);
    CHECK(one.gpus == (one.pods + one.replicas - 1) / one.replicas);
    CHECK(one.workloads[0].pods == one.pods);
    // Clearly fewer pods are too few.
    auto fewer = detail::as_built(scenario, one);
    fewer.workloads[0].pods = one.pods * 3 / 4;
    const auto same = make_plan(fewer, up_to(3));
    const auto at = static_cast<std::size_t>(&one - plan->candidates.data());
    if (at < same->candidates.size()) CHECK(!same->candidates[at].meets_slo);
  }
  const Candidate& best = plan->candidates[*plan->recommended];
  CHECK(to_text(*plan).find(" with " + std::to_string(best.pods) + " pods: p99") != std::string::npos);
}

TEST_CASE("slots that are paid for are filled where that makes the answer robust", "[plan][unit]") {
  // Nine pods keep the SLO nominally, on five GPUs that have ten slots.
  const auto plan = make_plan(fleet("version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n  - {name: api, arrivals: "
                                    "{kind: poisson, total_rate_per_s: 300, route: round-robin}, request: {gpu_ms: 12, "
                                    "cpu_ms: 3}, slo: {p99_ms: 80}}\nrun: {precision: 0.05}\n"),
                              up_to(2));
  REQUIRE(plan.has_value());
  const Candidate& two = plan->candidates[1];
  CHECK(two.replicas == 2);
  CHECK(two.robust);
  CHECK(two.pods == two.gpus * 2);
  CHECK(two.gpus == 5);
}

TEST_CASE("pods in the file are kept, as are pods that each have their own rate", "[plan][unit]") {
  CHECK(!detail::pods_are_free(fleet(total("pods: 6, "))));
  CHECK(!detail::pods_are_free(fleet(detectors())));
  const auto plan = make_plan(fleet(total("pods: 6, ")), up_to(2));
  CHECK(!plan->free_pods);
  for (const Candidate& one : plan->candidates) CHECK(one.pods == 6);
}

TEST_CASE("an SLO below the request's own time is kept by no number of pods", "[plan][unit]") {
  std::string yaml = total();
  yaml.replace(yaml.find("p99_ms: 60"), 10, "p99_ms: 7");
  const auto plan = make_plan(fleet(yaml), up_to(2));
  CHECK(!plan->recommended);
  CHECK(plan->candidates[0].reason.find("even with 1024 pods") != std::string::npos);
}

TEST_CASE("two workloads without pods share the total by the GPU time that they ask", "[plan][unit]") {
  const auto scenario = fleet(R"(
version: 1
gpu: {model: T4}
workloads:
  - {name: a, arrivals: {kind: poisson, total_rate_per_s: 30, route: random}, request: {gpu_ms: 10}, slo: {p99_ms: 90}}
  - {name: b, arrivals: {kind: poisson, total_rate_per_s: 10, route: random}, request: {gpu_ms: 10}, slo: {p99_ms: 90}}
)");
  const auto target = detail::targets(scenario, {}).value().front();
  const auto pods = [&](int total) {
    const auto sized = detail::with_free_pods(scenario, target, total);
    return std::pair{sized.workloads[0].pods, sized.workloads[1].pods};
  };
  CHECK(pods(8) == std::pair{6, 2});
  CHECK(pods(9) == std::pair{7, 3});
  CHECK(pods(2) == std::pair{2, 1});
}

}  // namespace libsched::plan
