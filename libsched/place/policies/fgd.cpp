// Fragmentation gradient descent: the node, and for a share the GPU, whose expected fragment grows least.
#include <libsched/place/detail/fragment_gain.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {

Choice fgd(const Candidate& candidate) {
  return detail::least_fragment(candidate, 0);
}

}  // namespace libsched::place
