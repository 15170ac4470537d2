#include <libsched/scenario/system_spec.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/analytic/stability.hpp>
#include <libsched/share/skipping.hpp>

namespace libsched::scenario {

namespace {

Duration decided(const Estimate& estimate, double Estimate::*end) {
  return from_us(estimate.*end);
}

/// Launches of an asynchronous request whose number the file does not give: fine enough that host and GPU overlap to 2
/// %.
constexpr int kAssumedLaunches = 64;

/// The length of a burst decides what sharing costs. Where the host has work between bursts whose number nobody gave,
/// it may be three times as long or as short (gpu-model section 1, rule 10).
constexpr int kBurstLengthRange = 3;

bool unknown_burst_length(const workload::Request& request) {
  return !request.bursts_given && request.cpu_ms.mean() > 0;
}

int bursts(const workload::Request& request, Variant variant = Variant::kNominal) {
  const bool unknown_launches = request.launch == workload::Launch::kAsync && !request.bursts_given;
  const int nominal = unknown_launches ? kAssumedLaunches : request.bursts;
  if (!unknown_burst_length(request)) return nominal;
  if (variant == Variant::kBurstsFewer) return (nominal + kBurstLengthRange - 1) / kBurstLengthRange;
  return variant == Variant::kBurstsMore ? nominal * kBurstLengthRange : nominal;
}

/// Requests per second of one pod; none for closed clients.
std::optional<double> pod_rate_per_s(const workload::Workload& workload) {
  auto rate = workload::mean_rate_per_s(workload.arrivals);
  if (rate && workload.route != workload::Route::kPerPod) *rate /= workload.pods;
  return rate;
}

analytic::TenantGroup tenant_group(const workload::Workload& workload, const std::string& card, int tenants,
                                   const share::SlicingParameters& parameters, double host_factor, int bursts) {
  const workload::Request& request = workload.request;
  const workload::Distribution& gpu_ms = *request.gpu_ms_on(card);
  analytic::TenantGroup group;
  group.tenants = tenants;
  group.closed = workload.closed();
  group.rate_per_s = pod_rate_per_s(workload).value_or(0) / workload.processes;
  group.gpu_s = gpu_ms.mean() * 1e-3;
  group.streams = workload.streams;
  const double host_s = (request.cpu_ms.mean() * host_factor) * 1e-3;
  const double copy_s = request.copy_ms.mean() * 1e-3;
  group.serial_s = request.launch == workload::Launch::kSync ? host_s + copy_s + group.gpu_s
                                                             : std::max(host_s + copy_s, group.gpu_s);
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

}  // namespace

std::vector<Variant> variants(const Scenario& scenario) {
  std::vector<Variant> all{Variant::kNominal};
  if (scenario.sharing.mode == Mode::kExclusive || !scenario.run.intervals) return all;
  const hw::GpuProfile& p = scenario.gpu.model.profile;
  if (p.slice_us.low < p.slice_us.nominal) all.push_back(Variant::kSliceLow);
  if (p.slice_us.high > p.slice_us.nominal) all.push_back(Variant::kSliceHigh);
  const auto any = [&](auto differs) { return differs(p.preempt_us) || differs(p.voluntary_us) || differs(p.idle_us); };
  if (any([](const Estimate& e) { return e.low < e.nominal; })) all.push_back(Variant::kSwitchLow);
  if (any([](const Estimate& e) { return e.high > e.nominal; })) all.push_back(Variant::kSwitchHigh);
  for (const Variant variant : {Variant::kBurstsFewer, Variant::kBurstsMore}) {
    const auto differs = [&](const workload::Workload& w) { return bursts(w.request, variant) != bursts(w.request); };
    if (std::any_of(scenario.workloads.begin(), scenario.workloads.end(), differs)) all.push_back(variant);
  }
  return all;
}

share::SlicingParameters slicing_parameters(const hw::GpuProfile& profile, Variant variant) {
  const auto slice = variant == Variant::kSliceLow    ? &Estimate::low
                     : variant == Variant::kSliceHigh ? &Estimate::high
                                                      : &Estimate::nominal;
  const auto switching = variant == Variant::kSwitchLow    ? &Estimate::low
                         : variant == Variant::kSwitchHigh ? &Estimate::high
                                                           : &Estimate::nominal;
  share::SlicingParameters p;
  p.slice = decided(profile.slice_us, slice);
  p.preempt = decided(profile.preempt_us, switching);
  p.voluntary = decided(profile.voluntary_us, switching);
  p.idle = decided(profile.idle_us, switching);
  p.refill = decided(profile.refill_us, &Estimate::nominal);
  p.idle_gap = decided(profile.idle_gap_us, &Estimate::nominal);
  p.switch_jitter = decided(profile.switch_jitter_us, &Estimate::nominal);
  p.ring = profile.ring;
  return p;
}

share::Slices slices(const Scenario& scenario) {
  const bool may_skip = scenario.run.engine != Engine::kStepping &&
                        share::can_skip(slicing_parameters(scenario.gpu.model.profile, Variant::kNominal));
  return may_skip ? share::Slices::kSkip : share::Slices::kStep;
}

Placement place(const Scenario& scenario) {
  const auto gpus = static_cast<std::size_t>(scenario.gpu.count);
  const int slots = share::row(scenario.sharing.mode).shared ? scenario.sharing.replicas : 1;
  std::vector<int> tenants(gpus), taken(gpus);
  Placement placement;
  placement.pending.resize(scenario.workloads.size());
  for (std::uint32_t w = 0; w < scenario.workloads.size(); ++w) {
    for (int i = 0; i < scenario.workloads[w].pods; ++i) {
      std::size_t best = gpus;
      for (std::size_t g = 0; g < gpus; ++g) {
        if (taken[g] < slots && (best == gpus || tenants[g] < tenants[best])) best = g;
      }
      if (best == gpus) {
        placement.pending[w] += scenario.workloads[w].pods - i;
        break;
      }
      const int processes = scenario.workloads[w].processes;
      ++taken[best];
      tenants[best] += processes;
      placement.pods.push_back({w, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(best), processes});
    }
  }
  return placement;
}

std::vector<LoadVerdict> judge_load(const Scenario& scenario, const Placement& placement, Variant variant) {
  const hw::GpuModel& card = scenario.gpu.model;
  const share::SlicingParameters p = slicing_parameters(card.profile, variant);
  const analytic::TurnCost cost{to_seconds(std::min(p.preempt, p.voluntary) + p.refill),
                                to_seconds(std::max({p.preempt, p.voluntary, p.idle}) + p.refill + p.idle_gap)};
  int tenants = 0;
  int host_threads = 0;
  for (const actors::PodSpec& pod : placement.pods) {
    const workload::Workload& workload = scenario.workloads[pod.workload];
    tenants += pod.processes;
    if (workload.request.cpu_ms.mean() > 0) host_threads += pod.processes * workload.streams;
  }
  const double host_factor = 1 + card.profile.host_contention.nominal * std::max(0, tenants - 1);
  const bool host_may_limit = scenario.gpu.instance && host_threads > scenario.gpu.instance->vcpus;

  std::vector<LoadVerdict> verdicts(scenario.workloads.size());
  for (LoadVerdict& verdict : verdicts) verdict.certain = !host_may_limit;
  for (std::uint32_t gpu = 0; gpu < static_cast<std::uint32_t>(scenario.gpu.count); ++gpu) {
    std::vector<analytic::TenantGroup> groups;
    std::vector<std::uint32_t> owners;
    for (std::uint32_t w = 0; w < scenario.workloads.size(); ++w) {
      int here = 0;
      for (const actors::PodSpec& pod : placement.pods) {
        if (pod.workload == w && pod.gpu == gpu) here += pod.processes;
      }
      if (here == 0) continue;
      const workload::Workload& workload = scenario.workloads[w];
      groups.push_back(tenant_group(workload, card.name, here, p, host_factor, bursts(workload.request, variant)));
      owners.push_back(w);
    }
    const auto stability = analytic::stability(groups, cost);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      LoadVerdict& verdict = verdicts[owners[i]];
      // Behind one queue a crowded GPU only serves less of it; the simulation tells whether all together keep up.
      const bool shares_queue = scenario.workloads[owners[i]].route == workload::Route::kSharedQueue;
      if (stability[i] == analytic::Stability::kUndecided ||
          (stability[i] == analytic::Stability::kUnstable && shares_queue)) {
        verdict.certain = false;
      } else if (stability[i] == analytic::Stability::kUnstable) {
        const analytic::TenantGroup& g = groups[i];
        const double alone = g.rate_per_s * g.serial_s / g.streams;
        verdict.stable = false;
        verdict.reason = alone >= 1 ? fmt::format("one pod alone has {:.2f} s of work a second", alone)
                                    : fmt::format("its pods ask {:.2f} of GPU {} before switch costs",
                                                  g.tenants * g.rate_per_s * g.gpu_s, gpu);
      }
    }
  }
  for (LoadVerdict& verdict : verdicts) verdict.certain |= !verdict.stable;
  return verdicts;
}

actors::SystemSpec system_spec(const Scenario& scenario, const Placement& placement,
                               const std::vector<LoadVerdict>& verdicts, Variant variant) {
  actors::SystemSpec spec;
  spec.seed = scenario.run.seed;
  spec.pods = placement.pods;
  spec.host_contention = scenario.gpu.model.profile.host_contention.nominal;
  if (scenario.gpu.instance) spec.vcpus = scenario.gpu.instance->vcpus;
  const int per_node =
      scenario.gpu.instance ? std::max(1, static_cast<int>(scenario.gpu.instance->gpu_count)) : scenario.gpu.count;
  for (int g = 0; g < scenario.gpu.count; ++g) {
    spec.gpus.push_back({scenario.sharing.mode, slicing_parameters(scenario.gpu.model.profile, variant),
                         static_cast<std::uint32_t>(g / per_node), nullptr, slices(scenario)});
  }
  spec.nodes = static_cast<std::uint32_t>((scenario.gpu.count + per_node - 1) / per_node);
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    const workload::Workload& workload = scenario.workloads[w];
    const workload::Request& request = workload.request;
    actors::WorkloadSpec one{workload.arrivals,
                             workload.route,
                             {*request.gpu_ms_on(scenario.gpu.model.name), request.cpu_ms, request.copy_ms,
                              bursts(request, variant), request.launch},
                             workload.streams,
                             true};
    if (!verdicts[w].stable) {
      one.arrivals = workload::Closed{workload.streams * workload.processes, workload::Distribution::constant(0)};
      one.route = workload::Route::kPerPod;
      one.measured = false;
    }
    spec.workloads.push_back(std::move(one));
  }
  return spec;
}

}  // namespace libsched::scenario
