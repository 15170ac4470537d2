#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <libsched/base/random.hpp>
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

Plan planned(const std::string& yaml, int max_replicas, std::vector<scenario::Mode> modes = {}) {
  PlanOptions options;
  options.max_replicas = max_replicas;
  options.modes = std::move(modes);
  auto plan = make_plan(fleet(yaml), options);
  REQUIRE(plan.has_value());
  return *std::move(plan);
}

/// Exclusive use is a candidate besides.
const std::vector<scenario::Mode> kTurns = {scenario::Mode::kTimeSlicing};

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
    const Plan plan = planned(yaml, 4);
    REQUIRE(plan.recommended);
    const Candidate& best = plan.candidates[*plan.recommended];
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
  const Plan plan = planned(two_workloads(), 3, kTurns);
  const std::string text = to_text(plan, {"slicewise", "simulate", "a b.yaml"});
  CHECK(text.find("short ") != std::string::npos);
  CHECK(text.find("ms <= 60 ms") != std::string::npos);
  CHECK(text.find("no SLO") != std::string::npos);
  CHECK(text.find("  slicewise simulate 'a b.yaml' --set 'sharing={mode: time-slicing, replicas: ") !=
        std::string::npos);
  const auto json = nlohmann::json::parse(to_json(plan));
  const auto& work = json["recommended"]["workloads"][0];
  CHECK(work["mix"][0]["name"] == "short");
  CHECK(work["simulate_set"].is_array());
}

TEST_CASE("where no simulate line can show a full GPU, the plan says why", "[plan][unit]") {
  // Of ten pods behind one round-robin stream four fill a GPU twice; the stream of the other two has no place in a
  // file.
  const auto plan = [](const std::string& route) {
    PlanOptions options;
    options.max_replicas = 4;
    options.modes = {scenario::Mode::kTimeSlicing};
    return make_plan(fleet("version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
                           "  - {name: a, pods: 10, arrivals: {kind: poisson, total_rate_per_s: 100, route: " +
                           route +
                           "}, request: {gpu_ms: 4}, slo: {p99_ms: 60}}\n"
                           "run: {precision: 0.1}\n"),
                     options);
  };
  const auto dealt = plan("round-robin");
  REQUIRE(dealt.has_value());
  REQUIRE(dealt->recommended);
  const CandidateWorkload& work = dealt->candidates[*dealt->recommended].workloads[0];
  REQUIRE(dealt->candidates[*dealt->recommended].replicas == 4);
  CHECK(work.changes.empty());
  CHECK(work.why_no_changes ==
        "8 of the 10 pods of a are there, and a file cannot give them part of one round-robin stream");
  CHECK_THAT(to_text(*dealt, {"slicewise", "simulate", "a.yaml"}),
             Catch::Contains("no simulate line shows the GPU of a: 8 of the 10 pods"));
  CHECK(nlohmann::json::parse(to_json(*dealt))["recommended"]["workloads"][0]["no_simulate_set"] ==
        work.why_no_changes);
  // A random part of a Poisson stream is one again.
  const auto thinned = plan("random");
  REQUIRE(thinned.has_value());
  REQUIRE(thinned->recommended);
  const CandidateWorkload& part = thinned->candidates[*thinned->recommended].workloads[0];
  CHECK(!part.changes.empty());
  CHECK(part.why_no_changes.empty());
}

TEST_CASE("where one stream feeds all pods, plan finds what simulate finds, for every route and kind of stream",
          "[plan][twin]") {
  // Twelve requests a second for each of twelve pods, of 20 ms: only the whole fleet's stream tells how they bunch.
  const std::filesystem::path trace = std::filesystem::temp_directory_path() / "slicewise-plan-trace.csv";
  {
    std::ofstream rows{trace};
    double at = 0;
    for (std::uint64_t n = 0; n < 20'000; ++n) {
      at += -std::log(Draw{RandomKey{4, 4}, Purpose::kArrival, n}.uniform()) / 144;
      rows << at << '\n';
    }
  }
  const std::string kinds[] = {"kind: poisson, total_rate_per_s: 144", "kind: deterministic, total_rate_per_s: 144",
                               "kind: batch, total_rate_per_s: 12, size: 12",
                               "kind: mmpp, rates_per_s: [72, 288], mean_s: [2, 1]",
                               "kind: trace, unit: s, file: " + trace.string()};
  for (const std::string& kind : kinds) {
    for (const std::string route : {"random", "round-robin", "shared-queue"}) {
      INFO(kind << " " << route);
      const std::string yaml =
          "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n  - {name: api, pods: 12, arrivals: {" + kind +
          ", route: " + route + "}, request: {gpu_ms: 20}, slo: {p99_ms: 4000}}\nrun: {precision: 0.1}\n";
      const Plan plan = planned(yaml, 3, {scenario::Mode::kExclusive, scenario::Mode::kTimeSlicing});
      REQUIRE(plan.candidates.size() == 3);
      for (const Candidate& candidate : plan.candidates) {
        CandidateWorkload work = candidate.workloads[0];
        if (!work.p99_ms || work.p99_ms->value > 2 * 4000) continue;  // beyond twice its SLO one short run is enough
        work.changes = {{"gpu.count", std::to_string(12 / candidate.replicas)}};
        if (candidate.replicas > 1) {
          work.changes.push_back(
              {"sharing", "{mode: time-slicing, replicas: " + std::to_string(candidate.replicas) + "}"});
        }
        CHECK(simulated(yaml, work) == work.p99_ms->value);
      }
      REQUIRE(plan.recommended);
      CHECK(!plan.candidates[*plan.recommended].workloads[0].changes.empty());
      CHECK(plan.candidates[0].workloads[0].p99_ms);
    }
  }
  std::filesystem::remove(trace);
}

TEST_CASE("a fleet behind one queue is run as it is, though its last GPU has a free slot", "[plan][twin]") {
  const std::string yaml =
      "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n  - {name: api, pods: 9, arrivals: {kind: poisson, "
      "total_rate_per_s: 300, route: shared-queue}, request: {gpu_ms: 12, cpu_ms: 3}, slo: {p99_ms: 80}}\n"
      "run: {precision: 0.1}\n";
  const Plan plan = planned(yaml, 2, kTurns);
  REQUIRE(plan.recommended);
  const Candidate& best = plan.candidates[*plan.recommended];
  CHECK(best.gpus == 5);
  CHECK(best.busy_fraction == Approx(300 * 0.012 / 5).epsilon(0.1));
  const CandidateWorkload& work = best.workloads[0];
  CHECK(work.pods_seen == 9);
  CHECK(simulated(yaml, work) == work.p99_ms->value);
}

TEST_CASE(
    "behind a shared queue a workload is judged on whichever mix is worst for it, and the whole fleet is no worse",
    "[plan][twin]") {
  // Pods of `queue` ask more GPU time than those of `turns`, but three of them on a GPU serve each other's requests.
  const std::string yaml =
      "version: 1\ngpu: {instance: g4dn.xlarge, slice_us: 2000, switch_us: 100}\nworkloads:\n"
      "  - {name: turns, pods: 6, arrivals: {kind: poisson, total_rate_per_s: 298, route: round-robin}, "
      "request: {gpu_ms: 2}}\n"
      "  - {name: queue, pods: 6, arrivals: {kind: deterministic, total_rate_per_s: 120, route: shared-queue}, "
      "request: {gpu_ms: {dist: exponential, mean: 5}}, slo: {p99_ms: 90}}\nrun: {precision: 0.05}\n";
  const Plan plan = planned(yaml, 3, kTurns);
  const Candidate& three = plan.candidates[2];
  REQUIRE(three.replicas == 3);
  REQUIRE(plan.recommended == 2);
  const CandidateWorkload& queue = three.workloads[1];
  CHECK(queue.focus == 0);
  CandidateWorkload whole = queue;
  whole.changes = {{"gpu.count", "4"}, {"sharing", "{mode: time-slicing, replicas: 3}"}};
  const auto fleet_ms = simulated(yaml, whole);
  REQUIRE(fleet_ms);
  REQUIRE(queue.p99_ms);
  CHECK(*fleet_ms < queue.p99_ms->high);
}

TEST_CASE("a plan warns where a mix shows too few of the pods behind a shared queue to say their p99", "[plan][unit]") {
  const auto warned = [](const std::string& route) {
    const Plan plan = planned(
        "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
        "  - {name: api, pods: 8, arrivals: {kind: poisson, total_rate_per_s: 40, route: " +
            route +
            "}, request: {gpu_ms: 5}, slo: {p99_ms: 500}}\n"
            "  - {name: heavy, pods: 3, arrivals: {kind: poisson, total_rate_per_s: 9, route: "
            "random}, request: {gpu_ms: 30}}\n"
            "run: {precision: 0.1}\n",
        4, kTurns);
    return std::any_of(plan.notes.begin(), plan.notes.end(), [](const Issue& note) {
      return note.where == "api" && note.what.find("of its 8 pods are seen") != std::string::npos;
    });
  };
  CHECK(warned("shared-queue"));
  CHECK(!warned("round-robin"));
}

TEST_CASE("a GPU of many is as busy as they are in the mean, though the first ones serve most of a queue",
          "[plan][unit]") {
  const Plan plan = planned(
      "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
      "  - {name: api, pods: 12, arrivals: {kind: poisson, total_rate_per_s: 600, route: "
      "shared-queue}, request: {gpu_ms: 10}, slo: {p99_ms: 60}}\n"
      "run: {precision: 0.1}\n",
      16, {scenario::Mode::kExclusive});
  CHECK(plan.candidates[0].busy_fraction == Approx(0.5).epsilon(0.05));
}

TEST_CASE(
    "where a neighbour with few pods hides most of a shared queue, nobody is said to harm it, and refusals are told",
    "[plan][unit]") {
  const Plan plan = planned(
      "version: 1\ngpu: {instance: g4dn.xlarge}\nworkloads:\n"
      "  - {name: api, pods: 12, arrivals: {kind: poisson, total_rate_per_s: 840, route: "
      "shared-queue}, request: {gpu_ms: 10}, slo: {p99_ms: 25}}\n"
      "  - {name: cron, pods: 1, arrivals: {kind: poisson, total_rate_per_s: 0.1, route: "
      "random}, request: {gpu_ms: 9000}}\n"
      "run: {precision: 0.1}\n",
      2, {scenario::Mode::kExclusive, scenario::Mode::kTimeSlicing});
  CHECK(std::none_of(plan.harms.begin(), plan.harms.end(),
                     [](const Harm& one) { return one.workload == "api" && one.neighbour == "cron"; }));
  CHECK(std::any_of(plan.notes.begin(), plan.notes.end(), [](const Issue& note) {
    return note.where == "api" && note.what.find("only 1 of its 12 pods are seen") != std::string::npos;
  }));
}

}  // namespace libsched::plan
