#include "latency_plan.hpp"

#include <cmath>
#include <set>

namespace slicewise::bench::host {
namespace {

/// Whole microseconds: they are read by people.
double part(double slice_us, double fraction) {
  return std::max(1.0, std::round(slice_us * fraction));
}

}  // namespace

double least_s(const LatencyRun& run, double slice_us) {
  const Request& request = run.request;
  const double alone_us = request.device_us + request.bursts * request.host_us;
  double cycle_us = run.processes * request.device_us + request.bursts * request.host_us + run.think_us;
  if (run.busy_neighbours) cycle_us = request.bursts * (run.processes - 1) * slice_us + alone_us;
  if (run.rate_per_s > 0) cycle_us = 1e6 / run.rate_per_s;
  return 4 * cycle_us * 1e-6;
}

std::vector<LatencyRun> latency_plan(double slice_us, int processes) {
  const Request kinds[] = {
      {"short", part(slice_us, 0.05)},
      {"medium", part(slice_us, 0.25)},
      {"long", part(slice_us, 2.5)},
      {"bursts", 3 * part(slice_us, 0.05), 3, part(slice_us, 0.05)},
  };
  const auto& [brief, medium, spread, bursts] = kinds;
  std::vector<LatencyRun> plan;
  for (const Request& request : kinds) plan.push_back({.request = request, .weight = 1.2});
  for (int n = 2; n <= processes; ++n) {
    plan.push_back({.request = brief, .processes = n, .weight = 0.7});
    plan.push_back({.request = medium, .processes = n, .weight = 0.7});
    plan.push_back({.request = spread, .processes = n, .weight = 2});
    plan.push_back({.request = bursts, .processes = n, .weight = 0.7});
    plan.push_back({.request = brief, .processes = n, .busy_neighbours = true, .weight = 1.5});
  }
  for (const int n : std::set<int>{2, processes}) {
    const double rate = 0.6 / (n * medium.device_us * 1e-6);  // the device is busy 60 % of the time
    plan.push_back({.request = medium, .processes = n, .rate_per_s = rate, .weight = 9});
    plan.push_back({.request = medium, .processes = n, .think_us = 2 * medium.device_us, .weight = 2});
  }
  return plan;
}

}  // namespace slicewise::bench::host
