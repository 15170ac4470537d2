// Ctrl-C: what is done is told, and that it is not all.
#include <catch2/catch.hpp>

#include <atomic>
#include <limits>

#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

TEST_CASE("an interrupt between the runs of an interval is said first, and leaves nothing robust", "[scenario][unit]") {
  const Scenario scenario = test::read(R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: a, pods: 2, arrivals: {kind: poisson, rate_per_s: 1000}, request: {gpu_ms: 0.1}, slo: {p99_ms: 1000}}
run: {duration_s: 400}
)");
  std::atomic<bool> stop{false};
  Hooks hooks;
  hooks.interrupt = &stop;
  const auto runs = static_cast<double>(variants(scenario).size());
  REQUIRE(runs > 2);
  hooks.progress = [&](double fraction) { stop = stop || fraction > 1 / runs; };
  const Report report = simulate(scenario, hooks);
  CHECK(report.stopped == "interrupted");
  CHECK(report.virtual_s == 400);  // of the nominal run, which was done
  CHECK(report.workloads[0].slo->met);
  CHECK_FALSE(report.workloads[0].slo->robust);
  const std::string text = to_text(report);
  CHECK_THAT(text, Catch::StartsWith("interrupted: a keeps its SLO so far: p99 "));
  CHECK_THAT(text, Catch::Contains("warning: interrupted: 1 of "));
}

TEST_CASE("an interrupted run prints no interval that says nothing, and one that does", "[scenario][unit]") {
  Report report;
  report.stopped = "interrupted";
  WorkloadReport one;
  one.name = "a";
  one.pods = 1;
  one.slo = SloReport{60, false, false};
  const Interval known{100, 80, 130};
  one.latency_ms = LatencyReport{known, known, known, known, {97.6, 97.6, 2'376'139}, known};
  report.workloads = {one};
  const std::string text = to_text(report);
  CHECK_THAT(text, Catch::StartsWith("interrupted: a misses its SLO so far: p99 97.6 ms (ended too early to tell an "
                                     "interval) against 60 ms"));
  CHECK_THAT(text, Catch::Contains("97.6 [not known yet]\n"));
  CHECK_THAT(text, Catch::Contains("100 [80, 130]"));
  report.workloads[0].latency_ms->p99.high = std::numeric_limits<double>::infinity();
  CHECK_THAT(to_text(report), Catch::Contains("p99 97.6 ms (97.6 to no bound) against 60 ms"));
  report.workloads[0].latency_ms->p99.high = 2'376'139;
  report.stopped = "precision";
  CHECK_THAT(to_text(report), Catch::Contains("p99 97.6 ms (97.6 to 2376139) against 60 ms"));
}
