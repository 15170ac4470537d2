#include <libsched/scenario/memory_bursts.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory.hpp>

namespace libsched::scenario {

namespace {

/// Steps into which a device's memory is cut; what a process holds is rounded up to whole ones.
constexpr int kSteps = 4096;

/// One process: what it always holds, what a request adds, how often it serves.
struct Process {
  int base = 0;  ///< steps
  int burst = 0;
  double busy = 0;
  double starts_per_s = 0;
};

int steps(double mib, double device_mib) {
  return static_cast<int>(std::min(2.0 * kSteps, std::ceil(mib / device_mib * kSteps - 1e-9)));
}

Process process_of(const workload::Workload& workload, const WorkloadReport& found, double context_mib,
                   double device_mib) {
  Process one;
  if (!workload.memory) return one;
  const double from = context_mib + workload.memory->from_mib;
  const double to = context_mib + workload.memory->to_mib;
  one.base = steps(workload.memory->per_request ? from : std::max(from, to), device_mib);
  if (!workload.memory->per_request || found.pods == 0) return one;
  one.burst = steps(to, device_mib) - one.base;
  one.starts_per_s = found.throughput_per_s.value / found.pods / workload.processes;
  const double in_system = found.latency_ms ? one.starts_per_s * found.latency_ms->mean.value * 1e-3 : 1;
  one.busy = !found.stable ? 1 : workload.closed() ? std::min(1.0, in_system) : in_system / (1 + in_system);
  return one;
}

/// Failures a second on a device with these processes.
double failures_per_s(const std::vector<Process>& processes) {
  double sum = 0;
  for (std::size_t i = 0; i < processes.size(); ++i) {
    const Process& asking = processes[i];
    if (asking.burst == 0 || asking.starts_per_s == 0) continue;
    // The chance of each sum of what the others hold beyond their bases.
    int base = asking.base;
    std::vector<double> chance(1, 1.0);
    for (std::size_t j = 0; j < processes.size(); ++j) {
      if (j == i) continue;
      const Process& other = processes[j];
      base += other.base;
      if (other.burst == 0) continue;
      std::vector<double> next(chance.size() + static_cast<std::size_t>(other.burst));
      for (std::size_t s = 0; s < chance.size(); ++s) {
        next[s] += chance[s] * (1 - other.busy);
        next[s + static_cast<std::size_t>(other.burst)] += chance[s] * other.busy;
      }
      chance = std::move(next);
    }
    const int room = kSteps - base - asking.burst;
    double fails = 0;
    for (std::size_t s = 0; s < chance.size(); ++s) {
      if (static_cast<int>(s) > room) fails += chance[s];
    }
    sum += asking.starts_per_s * (asking.busy < 1 ? 1.0 : 0.0) * fails;
  }
  return sum;
}

}  // namespace

double burst_failures_per_s(const Scenario& scenario, const Placement& placement, const Report& report) {
  const bool any = std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                               [](const workload::Workload& w) { return w.memory && w.memory->per_request; });
  if (!any) return 0;
  const std::vector<Device> parts = devices(scenario);
  std::vector<std::vector<int>> pods(parts.size(), std::vector<int>(scenario.workloads.size()));
  for (const actors::PodSpec& pod : placement.pods) ++pods[pod.gpu][pod.workload];
  double sum = 0;
  std::map<std::pair<double, std::vector<int>>, double> known;  // GPUs with the same pods are alike
  for (std::size_t d = 0; d < parts.size(); ++d) {
    if (!parts[d].memory_mib) continue;
    const auto [entry, is_new] = known.try_emplace({*parts[d].memory_mib, pods[d]}, 0.0);
    if (is_new) {
      std::vector<Process> processes;
      for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
        const workload::Workload& workload = scenario.workloads[w];
        const double context = context_memory_mib(scenario.gpu.model, workload.framework).nominal;
        const Process one = process_of(workload, report.workloads[w], context, *parts[d].memory_mib);
        processes.insert(processes.end(),
                         static_cast<std::size_t>(pods[d][w]) * static_cast<std::size_t>(workload.processes), one);
      }
      entry->second = failures_per_s(processes);
    }
    sum += entry->second;
  }
  return sum;
}

}  // namespace libsched::scenario
