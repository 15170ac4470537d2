#include <libsched/scenario/detail/gpu_report.hpp>

#include <algorithm>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory.hpp>

namespace libsched::scenario::detail {

namespace {

/// Tenants and memory of one pod.
template <class Report>
void add_pod(const Scenario& scenario, const actors::PodSpec& pod, const Device& device, Report& into) {
  into.tenants += pod.processes;
  const auto memory = pod_memory_mib(scenario.workloads[pod.workload], scenario.gpu.model, device.memory_mib);
  if (memory) into.memory_used_mib = into.memory_used_mib.value_or(0) + memory->nominal;
}

template <class Report>
void set_usage(const share::Usage& usage, double total_s, Report& into) {
  into.busy_fraction = to_seconds(usage.busy) / total_s;
  into.switch_fraction = to_seconds(usage.switching) / total_s;
  into.idle_fraction = to_seconds(usage.idle) / total_s;
}

}  // namespace

std::vector<GpuReport> gpu_reports(const Scenario& scenario, const Placement& placement) {
  const std::vector<Device> parts = devices(scenario);
  std::vector<GpuReport> gpus(static_cast<std::size_t>(scenario.gpu.count));
  for (GpuReport& gpu : gpus) {
    gpu.model = scenario.gpu.model.name;
    gpu.idle_fraction = 1;
    gpu.memory_total_mib = usable_memory_mib(scenario.gpu.model);
  }
  for (const Device& device : parts) {
    if (device.profile == nullptr) continue;
    InstanceReport instance;
    instance.profile = device.profile->name;
    instance.mode = scenario::name(device.sharing->mode);
    instance.replicas = device.slots();
    instance.memory_total_mib = device.memory_mib;
    instance.share = static_cast<double>(device.profile->compute) /
                     std::max(1.0, scenario.gpu.model.mig_slices.value.value_or(device.profile->compute));
    gpus[device.gpu].mig.push_back(std::move(instance));
  }
  for (const actors::PodSpec& pod : placement.pods) {
    const Device& device = parts[pod.gpu];
    GpuReport& gpu = gpus[device.gpu];
    add_pod(scenario, pod, device, gpu);
    // Devices are numbered card by card.
    if (device.profile != nullptr) add_pod(scenario, pod, device, gpu.mig[pod.gpu % gpu.mig.size()]);
  }
  return gpus;
}

void add_usage(std::vector<GpuReport>& gpus, const actors::Outcome& outcome) {
  if (outcome.end == Time{}) return;  // nothing ran: idle, as it was
  const double total = to_seconds(outcome.end);
  std::size_t device = 0;
  for (GpuReport& gpu : gpus) {
    if (gpu.mig.empty()) {
      set_usage(outcome.gpus[device++], total, gpu);
      continue;
    }
    gpu.busy_fraction = gpu.switch_fraction = 0;
    for (InstanceReport& instance : gpu.mig) {
      set_usage(outcome.gpus[device++], total, instance);
      gpu.busy_fraction += instance.share * instance.busy_fraction;
      gpu.switch_fraction += instance.share * instance.switch_fraction;
    }
    // Rounding of the two sums must not read as less than no idle time.
    gpu.idle_fraction = std::max(0.0, 1 - gpu.busy_fraction - gpu.switch_fraction);
  }
}

}  // namespace libsched::scenario::detail
