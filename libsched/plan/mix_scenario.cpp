#include <algorithm>
#include <utility>

#include <libsched/plan/detail/mix.hpp>

namespace libsched::plan::detail {
namespace {

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

/// Most GPUs of a fleet that are run to see one of them: more say no more about streams that are dealt out.
constexpr int kMostGpus = 16;
/// A request waits in a shared queue for any of them; with this many hardly any waits because there are not more.
constexpr int kMostBehindOneQueue = 256;

}  // namespace

scenario::Scenario mix_scenario(const scenario::Scenario& scenario, const Target& target, const Shape& shape,
                                const Mix& mix, RatioEnd end) {
  scenario::Scenario one = scenario;
  one.gpu.model = target.model;
  one.gpu.instance = target.instance;
  bool waits_for_any = false;
  for (std::size_t w = 0; w < mix.size(); ++w) {
    waits_for_any |= mix[w] > 0 && scenario.workloads[w].route == workload::Route::kSharedQueue;
  }
  one.gpu.count = std::min(gpus_alike(scenario, shape, mix), waits_for_any ? kMostBehindOneQueue : kMostGpus);
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
    work.pods = mix[w] * one.gpu.count;
    if (work.route != workload::Route::kPerPod) {
      const int fleet = scenario.workloads[w].pods;
      work.pods = std::min(work.pods, std::max(fleet, mix[w]));
      work.pods_elsewhere = std::max(0, fleet - work.pods);
    }
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
