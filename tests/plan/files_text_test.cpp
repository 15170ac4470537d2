#include <algorithm>
#include <catch2/catch.hpp>

#include <libsched/plan/plan.hpp>
#include <libsched/scenario/read_to_plan.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

using Catch::Matchers::Contains;

/// A file that leaves mode and replicas to plan, and gives MPS clients all threads.
const std::string kAllThreads = R"(version: 1
gpu: {instance: g4dn.xlarge}
sharing: {active_thread_pct: 100}
workloads:
  - name: narrow
    pods: 4
    width: 0.2
    memory_mib: 500
    framework: cuda
    arrivals: {kind: poisson, rate_per_s: 32}
    request: {gpu_ms: 10, cpu_ms: 1, bursts: 1}
    slo: {p99_ms: 60}
run: {precision: 0.1}
)";

}  // namespace

TEST_CASE("the file to apply says what for: instances, replicas, pods, p99 against the SLO, scenario and release",
          "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 4;
  options.modes = {scenario::Mode::kTimeSlicing};
  options.file = "fleet.yaml";
  const auto plan = make_plan(fleet(detectors()), options);
  REQUIRE(plan.has_value());
  const std::string& text = plan->files.at(0).text;
  INFO(text);
  CHECK(text.starts_with("# made by slicewise "));
  CHECK_THAT(text, Contains(" plan from fleet.yaml\n"));
  CHECK_THAT(text, Contains("# time-slicing-4: 4 replicas per T4 on 3x g4dn.xlarge\n"));
  CHECK_THAT(text,
             Contains("#   detector: 12 pods, p99 ") && Contains(" ms against 60 ms, on a GPU that holds 4 detector"));
  CHECK_THAT(text, Contains("robust"));
  CHECK_THAT(text, Contains("EKS managed node group") && Contains("Karpenter"));
}

TEST_CASE("plan asks for nothing that it chooses, and its lines for simulate say what the file leaves out",
          "[plan][unit]") {
  const scenario::Source source{kAllThreads, "test.yaml", "."};
  const auto read = scenario::read_scenario_to_plan(source);
  REQUIRE(read);
  PlanOptions options;
  options.max_replicas = 4;
  const auto plan = make_plan(*read, options);
  REQUIRE(plan.has_value());
  REQUIRE(plan->recommended);
  const Candidate& best = plan->candidates[*plan->recommended];
  INFO(to_text(*plan));
  REQUIRE(best.mode == scenario::Mode::kMps);
  const auto one = scenario::read_scenario(source, best.workloads[0].changes);
  REQUIRE(one);
  CHECK(one->sharing.mode == scenario::Mode::kMps);
  CHECK(one->sharing.replicas == best.replicas);
  CHECK(one->sharing.active_thread_pct == 100.0);

  // The plugin's daemon cannot give them that: below the verdict, and in the file.
  const std::string text = to_text(*plan);
  CHECK(text.find("\nwarning: sharing.active_thread_pct: 100 % of the threads cannot be had") == text.find('\n'));
  CHECK_THAT(text, !Contains("set CUDA_MPS_ACTIVE_THREAD_PERCENTAGE"));
  CHECK_THAT(plan->files.at(0).text, Contains("set_default_active_thread_percentage 100"));
  const auto lower = scenario::read_scenario_to_plan(source, {{"sharing.active_thread_pct", "20"}});
  REQUIRE(lower);
  options.modes = {scenario::Mode::kMps};
  const auto capped = make_plan(*lower, options);
  REQUIRE(capped.has_value());
  if (capped->recommended && capped->candidates[*capped->recommended].mode == scenario::Mode::kMps) {
    CHECK_THAT(to_text(*capped), Contains("set CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=20 in the pods"));
  }
}

TEST_CASE("simulate asks for mode and replicas at once", "[plan][unit]") {
  const auto read = scenario::read_scenario({kAllThreads, "test.yaml", "."});
  REQUIRE(!read);
  REQUIRE(read.error().size() == 2);
  const auto told = [&](const char* key) {
    return std::any_of(read.error().begin(), read.error().end(),
                       [&](const Issue& issue) { return issue.what.find(key) != std::string::npos; });
  };
  CHECK(told("mode"));
  CHECK(told("replicas"));
}

TEST_CASE("a card in gpu_ms that nothing here has, while a similar one has no number, is warned of", "[plan][unit]") {
  std::string yaml = detectors("{instance: g4dn.xlarge}");
  yaml.replace(yaml.find("{T4: 8.0}"), 9, "{T4: 8.0, A10: 3.4}");
  PlanOptions options;
  options.max_replicas = 2;
  options.instances = {"g4dn.xlarge", "g5.xlarge"};
  const auto warned = [&](const std::string& text) {
    const auto plan = make_plan(fleet(text), options);
    REQUIRE(plan.has_value());
    return std::any_of(plan->notes.begin(), plan->notes.end(), [](const Issue& note) {
      return note.what.find("has a number for A10, which no instance here has, and none for A10G") != std::string::npos;
    });
  };
  CHECK(warned(yaml));
  yaml.replace(yaml.find("A10: 3.4"), 8, "A10: 3.4, A10G: 3.4");
  CHECK_FALSE(warned(yaml));
}

}  // namespace libsched::plan
