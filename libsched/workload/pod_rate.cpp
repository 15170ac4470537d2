#include <libsched/workload/pod_rate.hpp>

namespace libsched::workload {

std::optional<double> pod_rate_per_s(const Workload& workload) {
  auto rate = mean_rate_per_s(workload.arrivals);
  if (rate && workload.route != Route::kPerPod) *rate /= workload.pods + workload.pods_elsewhere;
  return rate;
}

}  // namespace libsched::workload
