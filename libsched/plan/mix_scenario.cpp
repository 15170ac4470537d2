#include <algorithm>
#include <utility>
#include <variant>

#include <libsched/plan/detail/mix.hpp>

namespace libsched::plan::detail {
namespace {

/// The arrivals of `share` of a workload's pods, where one process feeds all of them.
struct Thinned {
  double share;
  workload::Route route;
  int pods;
  int taken;

  using Process = workload::ArrivalProcess;
  Process operator()(const workload::Poisson& p) const { return workload::Poisson{p.rate_per_s * share}; }
  Process operator()(const workload::Deterministic& p) const {
    // A coin thrown for each of a regular stream's requests leaves a stream that is nearly Poisson.
    if (route == workload::Route::kRandom) return workload::Poisson{p.rate_per_s * share};
    return workload::Deterministic{p.rate_per_s * share};
  }
  Process operator()(const workload::Batch& p) const {
    // Fewer batches of the full size: the batches of a few pods are smaller in truth, so this is on the safe side.
    return workload::Batch{p.batches_per_s * share, p.size};
  }
  Process operator()(workload::Mmpp p) const {
    for (double& rate : p.rates_per_s) rate *= share;
    return p;
  }
  Process operator()(const workload::Trace& p) const {
    workload::Trace kept;
    for (std::size_t i = 0; i < p.at.size(); ++i) {
      if (static_cast<int>(i % static_cast<std::size_t>(pods)) < taken) kept.at.push_back(p.at[i]);
    }
    return kept;
  }
  Process operator()(const workload::Closed& p) const { return p; }
};

double at(const TimeRatio& ratio, RatioEnd end) {
  switch (end) {
    case RatioEnd::kLow:
      return ratio.low / ratio.centre;
    case RatioEnd::kHigh:
      return ratio.high / ratio.centre;
    case RatioEnd::kCentre:
      break;
  }
  return 1;
}

/// Host time on a node whose other GPUs are as full as this one, relative to this GPU's tenants alone on the node.
double node_factor(const Target& target, int tenants) {
  const double extra = target.model.profile.host_contention.nominal;
  return (1 + extra * (tenants * target.gpus_per_instance - 1)) / (1 + extra * (tenants - 1));
}

}  // namespace

scenario::Scenario mix_scenario(const scenario::Scenario& scenario, const Target& target, const Shape& shape,
                                const Mix& mix, RatioEnd end) {
  scenario::Scenario one = scenario;
  one.gpu.model = target.model;
  one.gpu.instance = target.instance;
  one.gpu.count = 1;
  one.sharing = sharing_of(shape, target.model, scenario.sharing);
  one.notes.clear();
  if (one.gpu.instance) {
    one.gpu.instance->gpu_count = 1;
    one.gpu.instance->vcpus = std::max(1, one.gpu.instance->vcpus / target.gpus_per_instance);
  }
  int tenants = 0;
  for (std::size_t w = 0; w < mix.size(); ++w) tenants += mix[w] * scenario.workloads[w].processes;
  const double host = target.gpus_per_instance > 1 ? node_factor(target, tenants) : 1;

  one.workloads.clear();
  for (std::size_t w = 0; w < mix.size(); ++w) {
    if (mix[w] == 0) continue;
    workload::Workload work = scenario.workloads[w];
    if (work.route != workload::Route::kPerPod && mix[w] < work.pods) {
      work.arrivals = std::visit(Thinned{static_cast<double>(mix[w]) / work.pods, work.route, work.pods, mix[w]},
                                 std::move(work.arrivals));
    }
    work.pods = mix[w];
    work.memory.reset();
    work.reserve_fraction.reset();
    work.mig_profile.clear();  // the shape says where it goes
    if (host != 1 && work.request.cpu_ms.mean() > 0) work.request.cpu_ms = work.request.cpu_ms.scaled(host);
    const double ratio = at(target.gpu_time[w].ratio, end);
    workload::Distribution law = target.gpu_time[w].law;
    if (ratio != 1) law = law.scaled(ratio);
    work.request.gpu_ms = {{target.model.name, std::move(law)}};
    // A profile of the same name on another card is another instance.
    if (target.model.name != scenario.gpu.model.name) work.request.gpu_ms_small.clear();
    for (auto& [profile, ms] : work.request.gpu_ms_small) ms *= ratio;
    one.workloads.push_back(std::move(work));
  }
  return one;
}

}  // namespace libsched::plan::detail
