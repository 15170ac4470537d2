#include <algorithm>

#include <libsched/plan/detail/floor.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/workload/quantile.hpp>

namespace libsched::plan::detail {
namespace {

constexpr double kP99 = 0.99;
/// So far above the SLO that the noise of a run, whose quantile has an interval, cannot bring it below.
constexpr double kClearly = 1.2;

}  // namespace

std::optional<Floor> floor_above_slo(const scenario::Scenario& scenario, const Target& target, const Shape& shape) {
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    if (!scenario.workloads[w].slo_p99_ms) continue;
    Mix alone(scenario.workloads.size(), 0);
    alone[w] = 1;
    const scenario::Scenario mix = mix_scenario(scenario, target, shape, alone);
    const workload::Workload& work = mix.workloads.front();
    const scenario::Device device = scenario::devices(mix).front();
    const double ratio = scenario::time_ratio(work, device, mix.gpu.model).nominal;
    const double p99_ms =
        std::max({workload::quantile(work.request.gpu_ms.front().second, kP99) * ratio,
                  workload::quantile(work.request.cpu_ms, kP99), workload::quantile(work.request.copy_ms, kP99)});
    if (p99_ms > kClearly * *work.slo_p99_ms) return Floor{work.name, p99_ms, *work.slo_p99_ms};
  }
  return std::nullopt;
}

}  // namespace libsched::plan::detail
