// kube-scheduler as it comes: spread, with balanced allocation; a device plugin that spreads replicas over its GPUs.
#include <libsched/place/detail/kubernetes_score.hpp>
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice least_allocated(const Candidate& candidate) {
  return {detail::mean_left(candidate) + detail::balanced(candidate), loosest(candidate)};
}

}  // namespace libsched::place
