#include <libsched/scenario/system_spec.hpp>

#include <algorithm>

#include <libsched/scenario/detail/bursts.hpp>
#include <libsched/scenario/detail/device_times.hpp>
#include <libsched/scenario/devices.hpp>

namespace libsched::scenario {

namespace {

/// Which devices hold pods of more than one workload.
std::vector<bool> hold_unlike(const Placement& placement, std::size_t devices) {
  std::vector<bool> unlike(devices);
  std::vector<std::optional<std::uint32_t>> first(devices);
  for (const actors::PodSpec& pod : placement.pods) {
    if (!first[pod.gpu]) first[pod.gpu] = pod.workload;
    if (*first[pod.gpu] != pod.workload) unlike[pod.gpu] = true;
  }
  return unlike;
}

std::vector<int> tenants_on(const Placement& placement, std::size_t devices) {
  std::vector<int> tenants(devices);
  for (const actors::PodSpec& pod : placement.pods) tenants[pod.gpu] += pod.processes;
  return tenants;
}

}  // namespace

actors::SystemSpec system_spec(const Scenario& scenario, const Placement& placement,
                               const std::vector<LoadVerdict>& verdicts, Variant variant) {
  actors::SystemSpec spec;
  spec.seed = scenario.run.seed;
  spec.pods = placement.pods;
  spec.host_contention = scenario.gpu.model.profile.host_contention.nominal;
  if (scenario.gpu.instance) spec.vcpus = scenario.gpu.instance->vcpus;
  const auto per_node = static_cast<std::uint32_t>(gpus_per_node(scenario));
  const std::vector<Device> parts = devices(scenario);
  const std::vector<int> tenants = tenants_on(placement, parts.size());
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const Device& device = parts[d];
    const Mode mode = tenants[d] > 1 && takes_turns(device, scenario) ? Mode::kTimeSlicing : device.sharing->mode;
    spec.gpus.push_back({mode, slicing_parameters(scenario.gpu.model.profile, variant), device.gpu / per_node, nullptr,
                         slices(scenario)});
  }
  const std::vector<bool> unlike = hold_unlike(placement, parts.size());
  for (actors::PodSpec& pod : spec.pods) {
    const workload::Workload& workload = scenario.workloads[pod.workload];
    const Device& device = parts[pod.gpu];
    detail::settle(pod, variant, workload, device, scenario.gpu.model, unlike[pod.gpu]);
  }
  spec.nodes = (static_cast<std::uint32_t>(scenario.gpu.count) + per_node - 1) / per_node;
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    const workload::Workload& workload = scenario.workloads[w];
    const workload::Request& request = workload.request;
    actors::WorkloadSpec one{workload.arrivals,
                             workload.route,
                             workload.pods_elsewhere,
                             {*request.gpu_ms_on(scenario.gpu.model.name), request.cpu_ms, request.copy_ms,
                              detail::bursts(request, variant), request.launch},
                             workload.streams,
                             true};
    one.measured = verdicts[w].stable;
    one.surely_stable = verdicts[w].stable && verdicts[w].certain;
    // A trace ends, so it is played whatever becomes of its queue.
    if (!verdicts[w].stable && !std::holds_alternative<workload::Trace>(workload.arrivals)) {
      one.arrivals = workload::Closed{workload.streams * workload.processes, workload::Distribution::constant(0)};
      one.route = workload::Route::kPerPod;
    }
    spec.workloads.push_back(std::move(one));
  }
  return spec;
}

}  // namespace libsched::scenario
