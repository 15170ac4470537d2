// Worst fit: the node with most left afterwards, and the emptiest of its GPUs.
#include <libsched/place/detail/fit_distance.hpp>
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice worst_fit(const Candidate& candidate) {
  return {static_cast<std::int32_t>(detail::left_after(candidate) * 100.0), loosest(candidate)};
}

}  // namespace libsched::place
