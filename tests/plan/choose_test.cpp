#include <libsched/plan/detail/choose.hpp>

#include <catch2/catch.hpp>
#include <limits>
#include <string>

namespace libsched::plan {
namespace {

Candidate candidate(int replicas, int gpus, std::optional<double> usd, double p99, bool robust = true) {
  Candidate one;
  one.gpu = "T4";
  one.instance = usd ? "g4dn.xlarge" : "";
  one.mode = replicas > 1 ? scenario::Mode::kTimeSlicing : scenario::Mode::kExclusive;
  one.replicas = replicas;
  one.gpus = one.instances = gpus;
  one.usd_per_hour = usd;
  one.stable = true;
  one.meets_slo = p99 <= 60;
  one.robust = one.meets_slo && robust;
  one.binding = one.meets_slo ? Binding::kNone : Binding::kSlo;
  one.reason = one.meets_slo ? "p99 is kept" : "p99 is missed";
  CandidateWorkload work;
  work.name = "w";
  work.slo_p99_ms = 60;
  work.p99_ms = scenario::Interval{p99, p99 - 1, p99 + 1};
  work.met = one.meets_slo;
  one.p99_ms = work.p99_ms;
  one.workloads = {work};
  return one;
}

Plan chosen(std::vector<Candidate> candidates, bool allow_estimates = false) {
  Plan plan;
  plan.candidates = std::move(candidates);
  detail::choose(plan, allow_estimates);
  return plan;
}

}  // namespace

TEST_CASE("the cheapest candidate that meets the SLO is recommended, with fewest replicas on ties", "[plan][unit]") {
  const Plan plan = chosen({candidate(1, 12, 6.3, 20), candidate(2, 6, 3.1, 30), candidate(3, 4, 2.1, 40),
                            candidate(4, 4, 2.1, 50), candidate(5, 3, 1.5, 70)});
  CHECK(plan.recommended == 2U);
  CHECK(!plan.nearest_miss);
  CHECK(plan.candidates[0].binding == Binding::kPrice);
  CHECK(plan.candidates[0].reason == "costs 6.30 USD/h against 2.10");
  CHECK(plan.candidates[2].binding == Binding::kNone);
  CHECK(plan.candidates[3].reason == "costs 2.10 USD/h too, with 4 replicas against 3");
  CHECK(plan.candidates[4].binding == Binding::kSlo);
}

TEST_CASE("of two that cost the same with as many replicas the one further from its SLO wins, and the other says why",
          "[plan][unit]") {
  auto mps = candidate(4, 3, 1.5, 30);
  mps.mode = scenario::Mode::kMps;
  const Plan plan = chosen({candidate(4, 3, 1.5, 45), mps});
  CHECK(plan.recommended == 1U);
  CHECK(plan.candidates[0].reason == "costs 1.50 USD/h too, with a p99 at 75 % of its SLO against 50 %");
}

TEST_CASE("without prices the fewest GPUs win", "[plan][unit]") {
  const Plan plan = chosen({candidate(1, 12, {}, 20), candidate(2, 6, {}, 30), candidate(3, 4, {}, 70)});
  CHECK(plan.recommended == 1U);
  CHECK(plan.candidates[0].reason == "needs 12 GPUs against 6");
}

TEST_CASE("a recommendation that is not robust comes with the cheapest robust one", "[plan][unit]") {
  const Plan plan =
      chosen({candidate(1, 12, 6.3, 20), candidate(2, 6, 3.1, 30), candidate(3, 4, 2.1, 59.5, /*robust=*/false)});
  CHECK(plan.recommended == 2U);
  CHECK(plan.cheapest_robust == 1U);
}

TEST_CASE("where nothing bounds p99 from above the text says so, and JSON has null", "[plan][unit]") {
  auto unbounded = candidate(2, 6, 3.1, 30, /*robust=*/false);
  unbounded.p99_ms->high = unbounded.workloads[0].p99_ms->high = std::numeric_limits<double>::infinity();
  const Plan plan = chosen({candidate(1, 12, 6.3, 20), unbounded});
  REQUIRE(plan.recommended == 1U);
  const std::string text = to_text(plan);
  CHECK(text.find("not robust: p99 has no bound; robust is exclusive") != std::string::npos);
  CHECK(text.find("30 (29-no bound)") != std::string::npos);
  CHECK(to_json(plan).find("\"high\": null") != std::string::npos);
}

TEST_CASE("an estimated card is recommended only where that is allowed", "[plan][unit]") {
  auto estimated = candidate(2, 3, 1.0, 30);
  estimated.estimated = true;
  const std::vector<Candidate> two = {candidate(1, 12, 6.3, 20), estimated};
  const Plan strict = chosen(two);
  CHECK(strict.recommended == 0U);
  CHECK(strict.candidates[1].reason.find("--allow-estimates") != std::string::npos);
  CHECK(chosen(two, true).recommended == 1U);
}

TEST_CASE("the nearest miss has the smallest p99 over its SLO among those that are stable and fit", "[plan][unit]") {
  auto unfit = candidate(2, 6, 3.1, 61);
  unfit.memory_used_mib = 17408;
  unfit.memory_total_mib = 15360;
  auto unstable = candidate(3, 4, 2.1, 61);
  unstable.stable = false;
  const Plan plan = chosen({candidate(1, 12, 6.3, 80), unfit, unstable, candidate(4, 3, 1.5, 70)});
  CHECK(!plan.recommended);
  CHECK(plan.nearest_miss == 3U);
}

TEST_CASE("a candidate with a price comes before one without", "[plan][unit]") {
  const Plan plan = chosen({candidate(1, 2, {}, 20), candidate(2, 6, 3.1, 30)});
  CHECK(plan.recommended == 1U);
}

}  // namespace libsched::plan
