#include <bench/host/latency_plan.hpp>
#include <bench/host/timeline.hpp>
#include <catch2/catch.hpp>
#include <set>

namespace slicewise::bench::host {
namespace {

TEST_CASE("Spans of several processes join to turns; a break is a pause in which none of them ran", "[bench][unit]") {
  const Timeline line = join({{{0, 10}, {40, 45}, {46, 50}}, {{12, 20}, {25, 38}}});
  REQUIRE(line.turns.size() == 3);
  CHECK(line.turns[0].process == 0);
  CHECK(line.turns[0].end == 10);
  CHECK(line.turns[1].process == 1);
  CHECK(line.turns[1].start == 12);
  CHECK(line.turns[1].end == 38);
  CHECK(line.turns[2].start == 40);
  CHECK(line.turns[2].end == 50);
  REQUIRE(line.breaks.size() == 2);
  CHECK(line.breaks[0].start == 20);
  CHECK(line.breaks[0].end == 25);
  CHECK(line.breaks[1].start == 45);
  CHECK(line.breaks[1].end == 46);
  CHECK(join({{}, {}}).turns.empty());
}

TEST_CASE("Each request of the plan is also measured alone, and every run has its own name", "[bench][unit]") {
  for (const int processes : {2, 3, 4, 16}) {
    const auto plan = latency_plan(40'000, processes);
    std::set<std::string> names;
    std::set<std::string> alone;
    for (const LatencyRun& run : plan) {
      CHECK(names.insert(run.name("latency")).second);
      CHECK(run.processes <= processes);
      CHECK(least_s(run, 40'000) > 0);
      if (run.processes == 1) alone.insert(run.request.name);
    }
    for (const LatencyRun& run : plan) CHECK(alone.count(run.request.name) == 1);
  }
}

TEST_CASE("An open loop of the plan leaves the device some rest", "[bench][unit]") {
  for (const LatencyRun& run : latency_plan(40'000, 4))
    CHECK(run.rate_per_s * run.processes * run.request.device_us * 1e-6 < 0.8);
}

}  // namespace
}  // namespace slicewise::bench::host
