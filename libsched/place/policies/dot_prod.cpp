// Dot product of what is left and what is asked, CPU and GPU scaled by the largest node; the smaller the better.
#include <libsched/place/detail/fit_distance.hpp>
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice dot_prod(const Candidate& candidate) {
  using detail::kLargestCpu;
  using detail::kLargestGpu;
  const auto cpu_left = static_cast<double>(candidate.state.cpu.raw()) / kLargestCpu;
  const auto gpu_left = static_cast<double>(candidate.state.gpu_left().raw()) / kLargestGpu;
  const auto cpu_asked = static_cast<double>(candidate.pod.cpu.raw()) / kLargestCpu;
  const auto gpu_asked = static_cast<double>(candidate.pod.gpu_demand().raw()) / kLargestGpu;
  const double dot = (cpu_left * cpu_asked + gpu_left * gpu_asked) / 2.0;
  return {static_cast<std::int32_t>(100.0 * (1.0 - dot)), tightest(candidate)};
}

}  // namespace libsched::place
