#include <libsched/scenario/thread_cap.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace libsched::scenario {

int plugin_thread_pct(int replicas) {
  return std::max(1, 100 / replicas);
}

std::optional<Issue> above_plugin_thread_pct(const Sharing& sharing) {
  if (sharing.mode != Mode::kMps || !sharing.active_thread_pct) return std::nullopt;
  const int cap = plugin_thread_pct(sharing.replicas);
  if (*sharing.active_thread_pct <= cap) return std::nullopt;
  return Issue{
      "sharing.active_thread_pct",
      fmt::format("{:g} % of the threads cannot be had from the device plugin: its MPS daemon sets {} % with {} "
                  "replicas, and CUDA_MPS_ACTIVE_THREAD_PERCENTAGE in a pod can only lower that",
                  *sharing.active_thread_pct, cap, sharing.replicas),
      fmt::format("run an MPS daemon of your own with set_default_active_thread_percentage {:g}, or leave "
                  "active_thread_pct out for what the plugin gives",
                  *sharing.active_thread_pct),
      Severity::kWarning};
}

}  // namespace libsched::scenario
