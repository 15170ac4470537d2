#include "latency_plan.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kMostProcesses = 4;
constexpr double kLoad = 0.6;  // of the GPU in open loops: stable also if switches take a quarter of it

/// Whole microseconds.
std::string whole(double us) {
  return std::to_string(static_cast<long long>(us));
}

}  // namespace

std::string LatencyRun::name(const std::string& measurement) const {
  std::string text = measurement + "/processes:" + std::to_string(processes) + "/request:" + request.name +
                     "/loop:" + (rate_per_s > 0 ? "open" : "closed");
  if (think_us > 0) text += "/think:exponential";
  if (busy_neighbours) text += "/neighbours:busy";
  if (request.name == "gap") text += "/host_us:" + whole(request.host_us);
  return text;
}

Values LatencyRun::parameters() const {
  const bool open = rate_per_s > 0;
  Values values = {{"processes", processes},
                   {"neighbours", busy_neighbours ? "busy" : "alike"},
                   {"request", request.name},
                   {"request_us", request.gpu_us},
                   {"bursts", request.bursts},
                   {"host_us", request.host_us},
                   {"waits", request.waits ? "each burst" : "at the end"},
                   {"blocks_per_multiprocessor", request.blocks_per_multiprocessor},
                   {"loop", open ? "open" : "closed"}};
  if (open) {
    values.emplace_back("rate_per_s", rate_per_s);
  } else {
    values.emplace_back("think_us", think_us);
    values.emplace_back("think", think_us > 0 ? "exponential" : "constant");
  }
  return values;
}

std::vector<LatencyRun> latency_plan() {
  const Request brief{.name = "short", .gpu_us = 300};
  const Request medium{.name = "medium", .gpu_us = 1000};
  const Request spread{.name = "long", .gpu_us = 5000};
  const Request bursts{.name = "bursts", .gpu_us = 1000, .bursts = 4, .host_us = 200};
  const Request queued{.name = "queued", .gpu_us = 1000, .bursts = 10, .waits = false};
  const Request all[] = {brief, medium, spread, bursts, queued};
  std::vector<LatencyRun> plan;
  for (const Request& request : all) plan.push_back({.request = request, .weight = 0.4});
  plan.push_back({.request = {.name = "gap", .gpu_us = 100}, .weight = 0.3});
  for (int n = 2; n <= kMostProcesses; ++n) {
    for (const Request& request : all) plan.push_back({.request = request, .processes = n});
    plan.push_back({.request = brief, .processes = n, .busy_neighbours = true});
    if (n == 3) continue;
    plan.push_back(
        {.request = medium, .processes = n, .rate_per_s = kLoad / (n * medium.gpu_us * 1e-6), .weight = 1.5});
    plan.push_back({.request = medium, .processes = n, .think_us = 2 * medium.gpu_us});
  }
  // When does a tenant that pauses yield? If it keeps the GPU, a request takes its own time; if not, a slice or more.
  for (const double host_us : {0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0})
    plan.push_back({.request = {.name = "gap", .gpu_us = 100, .host_us = host_us},
                    .processes = 2,
                    .busy_neighbours = true,
                    .weight = 0.5});
  return plan;
}

std::vector<LatencyRun> mps_plan(int clients) {
  const Request narrow{.name = "narrow", .gpu_us = 1000};
  const Request wide{.name = "wide", .gpu_us = 1000, .blocks_per_multiprocessor = 4};
  return {{.request = narrow, .processes = clients}, {.request = wide, .processes = clients}};
}

}  // namespace slicewise::bench::cuda
