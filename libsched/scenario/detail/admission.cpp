#include <libsched/scenario/detail/admission.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory_timeline.hpp>

namespace libsched::scenario::detail {

namespace {

/// Pods up less than this part of a day are worth a word.
constexpr double kAlwaysUp = 0.999;

/// Pods whose processes find the MPS server full.
void refuse_clients(const Scenario& scenario, const Placement& placed, std::vector<bool>& runs, Admission& result) {
  const std::vector<Device> parts = devices(scenario);
  const int most = most_mps_clients(scenario.gpu);
  std::vector<int> clients(parts.size());
  for (std::size_t p = 0; p < placed.pods.size(); ++p) {
    const actors::PodSpec& pod = placed.pods[p];
    if (!parts[pod.gpu].shared_by(Mode::kMps)) continue;
    if (clients[pod.gpu] + pod.processes > most) {
      runs[p] = false;
      result.events.push_back({0, "mps-limit", scenario.workloads[pod.workload].name, static_cast<int>(pod.index),
                               fmt::format("the MPS server of GPU {} takes {} clients", parts[pod.gpu].gpu, most)});
    } else {
      clients[pod.gpu] += pod.processes;
    }
  }
  const int fullest = clients.empty() ? 0 : *std::max_element(clients.begin(), clients.end());
  if (fullest > 1) {
    result.notes.push_back(
        {"sharing.mode", fmt::format("under MPS a fatal fault of one client takes all {} clients of its GPU", fullest),
         "choose mig, or time-slicing, where one crash must not be everybody's", Severity::kNote});
  }
}

/// Plays a day of allocations of the pods that have a client.
void play_memory(const Scenario& scenario, const Placement& placed, int safe, std::vector<bool>& runs,
                 Admission& result) {
  Placement started;
  std::vector<std::size_t> places;
  for (std::size_t p = 0; p < runs.size(); ++p) {
    if (!runs[p]) continue;
    started.pods.push_back(placed.pods[p]);
    places.push_back(p);
  }
  const MemoryTimeline timeline = memory_timeline(scenario, started);
  result.memory = MemoryReport{safe, oom_probability_per_day(scenario, started), timeline.first_oom_s};
  result.events.insert(result.events.end(), timeline.events.begin(), timeline.events.end());
  struct Shaky {
    int pods = 0;
    double up = 1;
  };
  std::vector<Shaky> shaky(scenario.workloads.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    runs[places[i]] = timeline.runs[i];
    const double up = timeline.up_fraction[i];
    if (!timeline.runs[i] || up >= kAlwaysUp) continue;
    Shaky& one = shaky[started.pods[i].workload];
    ++one.pods;
    one.up = std::min(one.up, up);
  }
  for (std::size_t w = 0; w < shaky.size(); ++w) {
    if (shaky[w].pods == 0) continue;
    result.notes.push_back({scenario.workloads[w].name,
                            fmt::format("{} of its pods crash now and then for lack of memory and are up {:.1f} % of a "
                                        "day at least; latencies are those while all pods run",
                                        shaky[w].pods, 100 * shaky[w].up),
                            "fewer pods per GPU, a memory limit in the framework, or a larger card",
                            Severity::kWarning});
  }
}

}  // namespace

Admission admit(const Scenario& scenario, const Placement& placed) {
  Admission result;
  std::vector<bool> runs(placed.pods.size(), true);
  refuse_clients(scenario, placed, runs, result);
  if (const auto safe = safe_replicas(scenario)) play_memory(scenario, placed, *safe, runs, result);
  result.placement.pending = placed.pending;
  result.placement.crashing.resize(scenario.workloads.size());
  for (std::size_t p = 0; p < runs.size(); ++p) {
    if (runs[p]) {
      result.placement.pods.push_back(placed.pods[p]);
    } else {
      ++result.placement.crashing[placed.pods[p].workload];
    }
  }
  return result;
}

void add_admission(Report& report, const Admission& admission) {
  report.memory = admission.memory;
  report.events.insert(report.events.end(), admission.events.begin(), admission.events.end());
  report.notes.insert(report.notes.end(), admission.notes.begin(), admission.notes.end());
  for (std::size_t w = 0; w < report.workloads.size(); ++w) {
    report.workloads[w].crashing = admission.placement.crashing[w];
    report.workloads[w].pods -= admission.placement.crashing[w];
  }
}

}  // namespace libsched::scenario::detail
