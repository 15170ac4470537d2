// Latency of requests beside neighbours: what a model has to predict.
#include <algorithm>
#include <map>

#include "measurements.hpp"
#include "runs.hpp"
#include "serving.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr double kShortestS = 0.05;  // of one setting

}  // namespace

void measure_latency(Record& record, const Deadline& deadline, const Facts& facts) {
  record.conditions.facts.emplace_back("work_iterations_per_us", facts.iterations_per_us);
  std::map<int, std::vector<LatencyRun>> teams;  // one for each number of processes: contexts are dear
  double weight = 0;
  for (LatencyRun& one : latency_plan()) {
    weight += one.weight;
    teams[one.processes].push_back(std::move(one));
  }
  for (const auto& [processes, settings] : teams) {
    double of_team = 0;
    for (const LatencyRun& one : settings) of_team += one.weight;
    const Deadline slot = deadline.part(of_team / weight);
    weight -= of_team;
    const double least = kShortestS * static_cast<double>(settings.size());
    if (const auto seconds = sampling_s(slot, facts.start_s, processes, least)) {
      add_served(record, "latency", settings, serve(settings, *seconds, facts));
    } else {
      add_skipped(record, "latency", settings, interrupted() ? "interrupted before this run" : "no time left");
    }
  }
}

}  // namespace slicewise::bench::cuda
