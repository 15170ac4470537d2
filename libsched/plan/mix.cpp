#include <libsched/plan/detail/mix.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <variant>

#include <libsched/base/assert.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/share/device_time.hpp>
#include <libsched/workload/pod_rate.hpp>

namespace libsched::plan::detail {
namespace {

/// GPU time one pod asks per second: for open clients their offered load, for closed ones what they reach alone.
double pod_demand(const workload::Workload& work, const GpuTime& time) {
  const double gpu_ms = time.law.mean();
  if (const auto* closed = std::get_if<workload::Closed>(&work.arrivals)) {
    const double cycle = gpu_ms + work.request.cpu_ms.mean() + work.request.copy_ms.mean() + closed->think_ms.mean();
    return closed->concurrency * gpu_ms / cycle;
  }
  return workload::pod_rate_per_s(work).value_or(0) * gpu_ms * 1e-3;
}

/// Workloads from the most to the least demanding, closed loops first; ties in the file's order.
std::vector<std::size_t> by_demand(const scenario::Scenario& scenario, const Target& target) {
  std::vector<std::size_t> order(scenario.workloads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const workload::Workload& first = scenario.workloads[a];
    const workload::Workload& second = scenario.workloads[b];
    if (first.closed() != second.closed()) return first.closed();
    return pod_demand(first, target.gpu_time[a]) > pod_demand(second, target.gpu_time[b]);
  });
  return order;
}

}  // namespace

int fleet_pods(const scenario::Scenario& scenario) {
  int pods = 0;
  for (const workload::Workload& work : scenario.workloads) pods += work.pods;
  return pods;
}

double open_load(const scenario::Scenario& mix) {
  const scenario::Device device = scenario::devices(mix).front();
  double together = 0;
  double alone = 0;  // the most that one pod asks of what it has to itself
  double least_width = 1;
  int tenants = 0;
  for (const workload::Workload& work : mix.workloads) {
    const double pods = static_cast<double>(work.pods) / mix.gpu.count;
    tenants += static_cast<int>(std::ceil(pods)) * work.processes;
    least_width = std::min(least_width, scenario::width(work, device, mix.gpu.model).nominal);
    const auto rate = workload::pod_rate_per_s(work);
    if (!rate) continue;
    const double asked = *rate * work.request.gpu_ms.front().second.mean() * 1e-3;
    together += pods * asked;
    alone = std::max(alone, asked / work.processes * scenario::time_ratio(work, device, mix.gpu.model).nominal);
  }
  if (mix.sharing.mode == scenario::Mode::kMig) return alone;
  if (mix.sharing.mode != scenario::Mode::kMps) return together;
  const double most = tenants / (1 + least_width * (tenants - 1));
  return std::max(together / most, alone * share::thread_cap(scenario::thread_fraction(mix.sharing)));
}

Mix worst_mix(const scenario::Scenario& scenario, const Target& target, std::size_t focus, int replicas) {
  LIBSCHED_ASSERT(replicas >= 1, "a GPU has at least one slot");
  Mix mix(scenario.workloads.size(), 0);
  mix[focus] = 1;
  int free = replicas - 1;
  for (const std::size_t w : by_demand(scenario, target)) {
    const int added = std::min(free, scenario.workloads[w].pods - mix[w]);
    mix[w] += added;
    free -= added;
  }
  return mix;
}

int gpus_alike(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix) {
  int gpus = 0;
  int kinds = 0;
  for (std::size_t w = 0; w < mix.size(); ++w) {
    if (mix[w] == 0) continue;
    ++kinds;
    const workload::Workload& work = scenario.workloads[w];
    if (work.route == workload::Route::kPerPod) continue;
    const int filled = work.pods / mix[w];
    gpus = gpus == 0 ? filled : std::min(gpus, filled);
    // Alone behind a queue no part of the pods says what all of them do: the last GPU may have a free slot.
    const bool alone = std::count(mix.begin(), mix.end(), 0) + 1 == static_cast<std::ptrdiff_t>(mix.size());
    if (alone && work.route == workload::Route::kSharedQueue) return (work.pods + mix[w] - 1) / mix[w];
  }
  // Pods go to the emptiest device, which under MIG need not be on the emptiest GPU: the mixes would differ.
  if (shape.mode == scenario::Mode::kMig && kinds > 1) return 1;
  return std::max(1, gpus);
}

int pods_seen(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix, std::size_t w) {
  return std::min(scenario.workloads[w].pods, mix[w] * gpus_alike(scenario, shape, mix));
}

Mix proportional_mix(const scenario::Scenario& scenario, int replicas) {
  const int fleet = fleet_pods(scenario);
  const int slots = std::min(replicas, fleet);
  Mix mix;
  std::vector<std::size_t> order(scenario.workloads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Whole parts first, then the largest remainders: in integers, so that ties are ties.
  std::vector<std::int64_t> remainder;
  int left = slots;
  for (const workload::Workload& work : scenario.workloads) {
    const std::int64_t share = std::int64_t{slots} * work.pods;
    mix.push_back(static_cast<int>(share / fleet));
    remainder.push_back(share % fleet);
    left -= mix.back();
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
  for (std::size_t i = 0; left > 0; ++i, --left) ++mix[order[i]];
  return mix;
}

}  // namespace libsched::plan::detail
