#pragma once

#include <optional>

#include <libsched/base/result.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// The percentage of the threads that the daemon of NVIDIA's device plugin gives each MPS client: floor(100 /
/// replicas), at least 1. A pod's CUDA_MPS_ACTIVE_THREAD_PERCENTAGE can only lower it.
int plugin_thread_pct(int replicas);

/// A warning where MPS clients are given a larger part than the device plugin's daemon can give them.
std::optional<Issue> above_plugin_thread_pct(const Sharing& sharing);

}  // namespace libsched::scenario
