// Best fit: the node with least left afterwards.
#include <libsched/place/detail/fit_distance.hpp>
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice best_fit(const Candidate& candidate) {
  return {static_cast<std::int32_t>((1.0 - detail::left_after(candidate)) * 100.0), tightest(candidate)};
}

}  // namespace libsched::place
