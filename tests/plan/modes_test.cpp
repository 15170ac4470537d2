#include <libsched/plan/plan.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

std::string a100_fleet(const std::string& extra) {
  return R"(
version: 1
gpu: {model: A100-40GB}
workloads:
  - name: detector
    pods: 14
    arrivals: {kind: poisson, rate_per_s: 6}
    request: {gpu_ms: 12, gpu_ms_small: {profile: 1g.5gb, ms: 40}}
    memory_mib: 3000
    slo: {p99_ms: 200}
)" + extra;
}

const Candidate* find(const Plan& plan, scenario::Mode mode, int replicas) {
  for (const Candidate& one : plan.candidates) {
    if (one.mode == mode && one.replicas == replicas) return &one;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("plan looks at every mode that the card has, and says which is best by each metric", "[plan][unit]") {
  PlanOptions options;
  options.max_replicas = 7;
  const auto plan = make_plan(fleet(a100_fleet("")), options);
  REQUIRE(plan);
  std::map<scenario::Mode, int> modes;
  for (const Candidate& one : plan->candidates) ++modes[one.mode];
  CHECK(modes[scenario::Mode::kExclusive] == 1);
  CHECK(modes[scenario::Mode::kTimeSlicing] == 6);
  CHECK(modes[scenario::Mode::kMps] == 6);
  CHECK(modes[scenario::Mode::kMig] == 4);  // 7 x 1g.5gb, 4 x 1g.10gb, 3 x 2g.10gb, 2 x 3g.20gb
  REQUIRE(plan->rankings.size() == 4);
  CHECK(plan->rankings[0].metric == "cost");
  CHECK(plan->rankings[0].candidate == *plan->recommended);
  const Candidate& safest = plan->candidates[plan->rankings[3].candidate];
  CHECK((safest.mode == scenario::Mode::kMig || safest.mode == scenario::Mode::kExclusive));
  CHECK(to_text(*plan).find("best by metric") != std::string::npos);
  CHECK(std::any_of(plan->assumptions.begin(), plan->assumptions.end(),
                    [](const std::string& line) { return line.find("caps each MPS client") != std::string::npos; }));
}

TEST_CASE("a MIG plan comes with the partition to apply and the label that applies it", "[plan][unit]") {
  PlanOptions options;
  options.modes = {scenario::Mode::kMig};
  const auto plan = make_plan(fleet(a100_fleet("")), options);
  REQUIRE(plan);
  REQUIRE(plan->recommended);
  const Candidate& best = plan->candidates[*plan->recommended];
  REQUIRE(best.mode == scenario::Mode::kMig);
  const auto partition = std::find_if(plan->files.begin(), plan->files.end(), [](const PlanFile& file) {
    return file.text.find("mig-configs:") != std::string::npos;
  });
  REQUIRE(partition != plan->files.end());
  CHECK(partition->text.find("\"" + best.mig_profile + "\": " + std::to_string(best.replicas)) != std::string::npos);
  CHECK(partition->text.find("nvidia.com/mig.config=") != std::string::npos);
  CHECK(to_json(*plan).find("\"mig_profile\": \"" + best.mig_profile + "\"") != std::string::npos);
}

TEST_CASE("an MPS client's memory limit refuses what its share of the card does not hold", "[plan][unit]") {
  PlanOptions options;
  options.modes = {scenario::Mode::kMps};
  options.max_replicas = 14;
  const auto plan = make_plan(fleet(a100_fleet("")), options);
  REQUIRE(plan);
  CHECK(find(*plan, scenario::Mode::kMps, 10)->binding != Binding::kMemory);
  const Candidate* many = find(*plan, scenario::Mode::kMps, 14);  // 40960 / 14 = 2925 MiB
  CHECK(many->binding == Binding::kMemory);
  CHECK(many->reason.find("over its MPS limit of 2925 MiB") != std::string::npos);
}

TEST_CASE("narrow kernels make MPS serve what turns cannot: the ranking flips with the mode", "[plan][unit]") {
  // Together the pods ask 1.3 GPUs in turns; with a width of 0.2 four of them do 2.5 seconds of work a second.
  const auto plan = make_plan(fleet(R"(
version: 1
gpu: {model: A100-40GB}
sharing: {mode: mps, replicas: 4, active_thread_pct: 100}
workloads:
  - name: narrow
    pods: 4
    width: 0.2
    arrivals: {kind: poisson, rate_per_s: 32}
    request: {gpu_ms: 10}
    slo: {p99_ms: 60}
)"),
                              {});
  REQUIRE(plan);
  CHECK_FALSE(find(*plan, scenario::Mode::kTimeSlicing, 4)->stable);
  CHECK(find(*plan, scenario::Mode::kMps, 4)->meets_slo);
  REQUIRE(plan->recommended);
  CHECK(plan->candidates[*plan->recommended].mode == scenario::Mode::kMps);
}

TEST_CASE("a card without MIG says so where MIG is asked for", "[plan][unit]") {
  PlanOptions options;
  options.modes = {scenario::Mode::kMig};
  const auto plan = make_plan(fleet(R"(
version: 1
gpu: {model: T4}
workloads:
  - {name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 5}, request: {gpu_ms: 5}, slo: {p99_ms: 50}}
)"),
                              options);
  REQUIRE(plan);
  CHECK(std::any_of(plan->notes.begin(), plan->notes.end(),
                    [](const Issue& note) { return note.what == "T4 has no MIG"; }));
}

}  // namespace libsched::plan
