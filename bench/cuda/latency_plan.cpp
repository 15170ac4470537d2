#include "latency_plan.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kMostProcesses = 4;
constexpr double kLoad = 0.6;  // of the GPU in open loops: stable also if switches take a quarter of it

}  // namespace

Values parameters_of(const LatencyRun& run) {
  Values values = run.parameters();
  values.emplace_back("waits", run.request.waits ? "each burst" : "at the end");
  values.emplace_back("blocks_per_multiprocessor", run.request.blocks_per_multiprocessor);
  return values;
}

std::vector<LatencyRun> latency_plan() {
  const Request brief{.name = "short", .device_us = 300};
  const Request medium{.name = "medium", .device_us = 1000};
  const Request spread{.name = "long", .device_us = 5000};
  const Request bursts{.name = "bursts", .device_us = 1000, .bursts = 4, .host_us = 200};
  const Request queued{.name = "queued", .device_us = 1000, .bursts = 10, .waits = false};
  const Request all[] = {brief, medium, spread, bursts, queued};
  std::vector<LatencyRun> plan;
  for (const Request& request : all) plan.push_back({.request = request, .weight = 0.4});
  plan.push_back({.request = {.name = "gap", .device_us = 100}, .weight = 0.3});
  for (int n = 2; n <= kMostProcesses; ++n) {
    for (const Request& request : all) plan.push_back({.request = request, .processes = n});
    plan.push_back({.request = brief, .processes = n, .busy_neighbours = true});
    if (n == 3) continue;
    plan.push_back(
        {.request = medium, .processes = n, .rate_per_s = kLoad / (n * medium.device_us * 1e-6), .weight = 1.5});
    plan.push_back({.request = medium, .processes = n, .think_us = 2 * medium.device_us});
  }
  // When does a tenant that pauses yield? If it keeps the GPU, a request takes its own time; if not, a slice or more.
  for (const double host_us : {0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0})
    plan.push_back({.request = {.name = "gap", .device_us = 100, .host_us = host_us},
                    .processes = 2,
                    .busy_neighbours = true,
                    .weight = 0.5});
  return plan;
}

std::vector<LatencyRun> mps_plan(int clients) {
  const Request narrow{.name = "narrow", .device_us = 1000};
  const Request wide{.name = "wide", .device_us = 1000, .blocks_per_multiprocessor = 4};
  return {{.request = narrow, .processes = clients}, {.request = wide, .processes = clients}};
}

}  // namespace slicewise::bench::cuda
