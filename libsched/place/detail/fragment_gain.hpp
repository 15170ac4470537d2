#pragma once

#include <libsched/place/policy.hpp>

namespace libsched::place::detail {

/// The placement on this node that leaves least expected fragment; its score is that of the published program, 0..100
/// and truncated, for the fragment that it takes away less `cost` (both in thousandths of a GPU). A share tries every
/// GPU, the first with the best score wins; other pods take the first GPUs.
Choice least_fragment(const Candidate& candidate, double cost);

}  // namespace libsched::place::detail
