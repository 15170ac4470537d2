#include "bench/cuda/latency_plan.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace slicewise::bench::cuda;

TEST_CASE("every run of requests has a name of its own and leaves the GPU time to rest", "[bench][cuda][unit]") {
  std::set<std::string> names;
  for (const LatencyRun& one : latency_plan()) {
    INFO(one.name("latency"));
    CHECK(names.insert(one.name("latency")).second);
    CHECK(one.weight > 0);
    CHECK(one.request.bursts >= 1);
    // Open loops stay stable with a quarter of the time lost to switches.
    CHECK(one.processes * one.rate_per_s * one.request.gpu_us * 1e-6 < 0.75);
  }
}

TEST_CASE("every request kind is also measured alone", "[bench][cuda][unit]") {
  std::set<std::string> alone;
  for (const LatencyRun& one : latency_plan()) {
    if (one.processes == 1) alone.insert(one.request.name);
  }
  for (const LatencyRun& one : latency_plan()) CHECK(alone.count(one.request.name) == 1);
}

TEST_CASE("names follow Google Benchmark, and parameters are those of the record's description",
          "[bench][cuda][unit]") {
  const LatencyRun run{.request = {.name = "short", .gpu_us = 300}, .processes = 2, .busy_neighbours = true};
  CHECK(run.name("latency") == "latency/processes:2/request:short/loop:closed/neighbours:busy");
  std::set<std::string> keys;
  for (const auto& [key, value] : run.parameters()) keys.insert(key);
  for (const char* key : {"processes", "neighbours", "request", "request_us", "bursts", "host_us", "loop", "think_us"})
    CHECK(keys.count(key) == 1);
}
