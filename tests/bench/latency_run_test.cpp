#include "bench/record/latency_run.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace slicewise::bench;

TEST_CASE("names follow Google Benchmark, and parameters are those of the record's description", "[bench][unit]") {
  const LatencyRun run{.request = {.name = "short", .device_us = 300}, .processes = 2, .busy_neighbours = true};
  CHECK(run.name("latency") == "latency/processes:2/request:short/loop:closed/neighbours:busy");
  std::set<std::string> keys;
  for (const auto& [key, value] : run.parameters()) keys.insert(key);
  for (const char* key : {"processes", "neighbours", "request", "request_us", "bursts", "host_us", "loop", "think_us"})
    CHECK(keys.count(key) == 1);
}
