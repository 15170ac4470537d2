#pragma once

#include <libsched/place/policy.hpp>

namespace libsched::place::detail {

/// kube-scheduler's NodeResourcesFit in whole percent, the mean over CPU, memory, and GPU where the pod asks for it:
/// of what is left with the pod on the node, or of what is then used.
std::int32_t mean_left(const Candidate& candidate);
std::int32_t mean_used(const Candidate& candidate);

/// kube-scheduler's NodeResourcesBalancedAllocation: 100 when the same part of each resource is used.
std::int32_t balanced(const Candidate& candidate);

}  // namespace libsched::place::detail
