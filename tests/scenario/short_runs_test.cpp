// Few requests: a trace of a handful, a duration in which little happens.
#include <catch2/catch.hpp>

#include <string>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

namespace {

Scenario with_trace(int requests, double gap_s, double gpu_ms) {
  Scenario one =
      test::read(fmt::format("version: 1\n"
                             "gpu: {{model: T4}}\n"
                             "sharing: {{mode: exclusive}}\n"
                             "workloads:\n"
                             "  - {{name: a, pods: 2, request: {{gpu_ms: {}}}, slo: {{p99_ms: 100}},\n"
                             "     arrivals: {{kind: poisson, total_rate_per_s: 1, route: shared-queue}}}}\n",
                             gpu_ms));
  workload::Trace trace;
  for (int i = 0; i < requests; ++i) trace.at.emplace_back(from_seconds(i * gap_s));
  one.workloads[0].arrivals = std::move(trace);
  return one;
}

}  // namespace

TEST_CASE("a short trace is played, not judged: two requests at once are no load", "[scenario][unit]") {
  const Report two = simulate(with_trace(2, 1e-3, 50));
  // One of the pods has the GPU; it serves one after the other.
  REQUIRE(two.workloads[0].latency_ms);
  CHECK(two.workloads[0].stable);
  CHECK(two.workloads[0].completed == 2);
  CHECK(two.workloads[0].latency_ms->max.value == Approx(99));
  CHECK(two.workloads[0].latency_ms->mean.value == Approx(74.5));
  CHECK(two.workloads[0].slo->met);
  CHECK(two.virtual_s == Approx(0.1));
  CHECK(two.workloads[0].throughput_per_s.value == Approx(20));

  const Report one = simulate(with_trace(1, 0, 50));
  REQUIRE(one.workloads[0].latency_ms);
  CHECK(one.workloads[0].completed == 1);
  CHECK(one.workloads[0].latency_ms->p99.value == Approx(50).epsilon(0.001));
  CHECK_THAT(to_text(one), Catch::StartsWith("a keeps its SLO: p99 50 ms"));
}

TEST_CASE("the throughput of a run is over the time that was simulated, up to its end", "[scenario][unit]") {
  Scenario one = with_trace(4, 10, 50);
  one.run.duration_s = 100;
  const Report report = simulate(one);
  CHECK(report.workloads[0].completed == 4);
  CHECK(report.workloads[0].throughput_per_s.value == Approx(0.04));
  CHECK(report.workloads[0].gpu_share == Approx(0.002));
}
