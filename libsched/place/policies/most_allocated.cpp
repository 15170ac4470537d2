// kube-scheduler set to bin packing, with balanced allocation; a device plugin that packs replicas.
#include <libsched/place/detail/kubernetes_score.hpp>
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice most_allocated(const Candidate& candidate) {
  return {detail::mean_used(candidate) + detail::balanced(candidate), tightest(candidate)};
}

}  // namespace libsched::place
