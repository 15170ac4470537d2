// GPU clustering: pods that ask for equally many GPUs (or for shares) together, then fuller nodes.
#include <libsched/place/gpu_choice.hpp>
#include <libsched/place/policies.hpp>

namespace libsched::place {
namespace {

std::int32_t score(const Candidate& candidate) {
  const std::uint32_t own = affinity_of(candidate.pod);
  if (own == 0) return 0;
  const std::uint32_t present = candidate.state.affinity;
  const std::int64_t fullness = 25 * (8000 - candidate.state.gpu_left().raw()) / 8000;
  const std::int64_t kinship = present == own ? 75 : (present & own) != 0 ? 50 : present == 0 ? 25 : 0;
  return static_cast<std::int32_t>(fullness + kinship);
}

}  // namespace

Choice gpu_clustering(const Candidate& candidate) {
  return {score(candidate), tightest(candidate)};
}

}  // namespace libsched::place
