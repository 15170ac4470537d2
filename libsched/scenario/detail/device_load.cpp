#include <libsched/scenario/detail/device_load.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <libsched/analytic/side_by_side.hpp>
#include <libsched/scenario/detail/bursts.hpp>
#include <libsched/scenario/detail/device_times.hpp>

namespace libsched::scenario::detail {
namespace {

analytic::TenantGroup tenant_group(const workload::Workload& workload, const std::string& card, int tenants,
                                   const share::SlicingParameters& parameters, const HostTime& host, int bursts,
                                   double time_ratio, double pod_rate_per_s) {
  const workload::Request& request = workload.request;
  const workload::Distribution gpu_ms = request.gpu_ms_on(card)->scaled(time_ratio);
  analytic::TenantGroup group;
  group.tenants = tenants;
  group.closed = workload.closed();
  group.rate_per_s = pod_rate_per_s / workload.processes;
  group.gpu_s = gpu_ms.mean() * 1e-3;
  group.streams = workload.streams;
  const double host_s = (request.cpu_ms.mean() * host.factor) * 1e-3;
  const double copy_s = request.copy_ms.mean() * 1e-3;
  group.serial_s = request.launch == workload::Launch::kSync ? host_s + copy_s + group.gpu_s
                                                             : std::max(host_s + copy_s, group.gpu_s);
  group.off_gpu_s = host_s * host.stretch + copy_s;
  if (const auto* closed = std::get_if<workload::Closed>(&workload.arrivals)) {
    group.always_busy = closed->think_ms.mean() == 0 && host_s == 0 && copy_s == 0;
  }
  const double progress_s = to_seconds(parameters.slice - parameters.refill);
  const double per_burst = progress_s > 0 ? group.gpu_s / bursts / progress_s : 0;
  // Bursts round up to whole turns: exactly where the time is constant, by less than one turn where it varies. With
  // several streams or asynchronous launches a turn can serve several bursts.
  const bool one_burst_per_turn = workload.streams == 1 && request.launch == workload::Launch::kSync;
  const double whole = std::max(1.0, std::ceil(per_burst - 1e-9));
  group.turns_high = bursts * (gpu_ms.is_constant() ? whole : per_burst + 1);
  group.turns_low = one_burst_per_turn ? bursts * (gpu_ms.is_constant() ? whole : std::max(1.0, per_burst))
                                       : std::max(1e-9, bursts * per_burst);
  return group;
}

/// Copies of one device go one after the other, so a request waits for at most one copy of each other stream. How much
/// that is in the mean is known where copies are all alike; long ones are met more often than they are made.
void wait_for_copies(const Scenario& scenario, DeviceLoad& device) {
  const auto copy_ms = [&](std::size_t i) -> const workload::Distribution& {
    return scenario.workloads[device.owners[i]].request.copy_ms;
  };
  double all_s = 0;
  int streams = 0;
  for (std::size_t i = 0; i < device.groups.size(); ++i) {
    if (copy_ms(i).mean() == 0) continue;
    const int here = device.groups[i].tenants * device.groups[i].streams;
    streams += here;
    all_s += copy_ms(i).is_constant() ? here * copy_ms(i).mean() * 1e-3 : std::numeric_limits<double>::infinity();
  }
  if (streams < 2) return;
  for (std::size_t i = 0; i < device.groups.size(); ++i) {
    const double own_s = copy_ms(i).mean() * 1e-3;
    if (own_s > 0) device.groups[i].off_gpu_s += all_s - own_s;
  }
}

}  // namespace

DeviceLoad device_load(const Scenario& scenario, const OfWorkloads& counts, const Device& device,
                       const share::SlicingParameters& parameters, const HostTime& host, Variant variant) {
  DeviceLoad result;
  for (std::uint32_t w = 0; w < scenario.workloads.size(); ++w) {
    const int here = counts.tenants[w];
    if (here == 0) continue;
    const workload::Workload& workload = scenario.workloads[w];
    result.groups.push_back(
        tenant_group(workload, scenario.gpu.model.name, here, parameters, host, bursts(workload.request, variant),
                     alone_time_in(variant, workload, device, scenario.gpu.model), counts.pod_rates[w]));
    // Whoever is faster takes more of a queue that it shares with pods of other devices.
    result.groups.back().rate_is_most =
        workload.route != workload::Route::kSharedQueue || here == counts.running[w] * workload.processes;
    result.owners.push_back(w);
    result.traces |= std::holds_alternative<workload::Trace>(workload.arrivals);
  }
  wait_for_copies(scenario, result);
  return result;
}

std::vector<analytic::Stability> judge_clients(const Scenario& scenario, const Device& device,
                                               const std::vector<analytic::TenantGroup>& groups,
                                               const std::vector<std::uint32_t>& owners, Variant variant) {
  const hw::GpuModel& card = scenario.gpu.model;
  std::vector<analytic::ClientGroup> clients;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const workload::Workload& workload = scenario.workloads[owners[i]];
    actors::PodSpec pod;
    settle(pod, variant, workload, device, card, groups.size() > 1);
    analytic::ClientGroup one{groups[i], pod.client.width, pod.client.cap};
    // The ends of bursts are rounded up to the clock's tick, and so may their work be.
    constexpr double kTicks = 2e-9;
    one.asks.gpu_s = workload.request.gpu_ms_on(card.name)->mean() * 1e-3 * pod.gpu_time +
                     kTicks * bursts(workload.request, variant);
    if (pod.host_floor > 0) one.asks.off_gpu_s = std::numeric_limits<double>::infinity();
    clients.push_back(std::move(one));
  }
  return analytic::stability_side_by_side(clients);
}

}  // namespace libsched::scenario::detail
