#pragma once

#include <libsched/place/policy.hpp>

namespace libsched::place {

/// The first `count` GPUs of a set, in index order.
GpuSet first_gpus(GpuSet set, int count);

/// What most policies do: a share goes to the eligible GPU with least left (the first on ties), others to the first.
GpuSet tightest(const Candidate& candidate);
/// The opposite: a share goes to the eligible GPU with most left (the first on ties), others to the first.
GpuSet loosest(const Candidate& candidate);

}  // namespace libsched::place
