#include "bench/cuda/latency_plan.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace slicewise::bench;
using namespace slicewise::bench::cuda;

TEST_CASE("every run of requests has a name of its own and leaves the GPU time to rest", "[bench][cuda][unit]") {
  std::set<std::string> names;
  for (const LatencyRun& one : latency_plan()) {
    INFO(one.name("latency"));
    CHECK(names.insert(one.name("latency")).second);
    CHECK(one.weight > 0);
    CHECK(one.request.bursts >= 1);
    // Open loops stay stable with a quarter of the time lost to switches.
    CHECK(one.processes * one.rate_per_s * one.request.device_us * 1e-6 < 0.75);
  }
}

TEST_CASE("every request kind is also measured alone", "[bench][cuda][unit]") {
  std::set<std::string> alone;
  for (const LatencyRun& one : latency_plan()) {
    if (one.processes == 1) alone.insert(one.request.name);
  }
  for (const LatencyRun& one : latency_plan()) CHECK(alone.count(one.request.name) == 1);
}

TEST_CASE("a run of requests tells also what only a GPU has", "[bench][cuda][unit]") {
  const LatencyRun run{.request = {.name = "queued", .device_us = 300, .waits = false, .blocks_per_multiprocessor = 4}};
  const std::size_t common = run.parameters().size();
  const Values all = parameters_of(run);
  REQUIRE(all.size() == common + 2);
  CHECK(std::get<std::string>(all[common].second.held()) == "at the end");
  CHECK(std::get<double>(all.back().second.held()) == 4);
}
