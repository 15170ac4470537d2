#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

Placement place(const Scenario& scenario) {
  const std::vector<Device> parts = devices(scenario);
  std::vector<int> tenants(parts.size());
  std::vector<int> taken(parts.size());
  Placement placement;
  placement.pending.resize(scenario.workloads.size());
  placement.crashing.resize(scenario.workloads.size());
  for (std::uint32_t w = 0; w < scenario.workloads.size(); ++w) {
    const workload::Workload& workload = scenario.workloads[w];
    const auto takes = [&](std::size_t d) {
      const bool asked_for = workload.mig_profile.empty() ||
                             (parts[d].profile != nullptr && parts[d].profile->name == workload.mig_profile);
      return asked_for && taken[d] < parts[d].slots();
    };
    for (int i = 0; i < workload.pods; ++i) {
      std::size_t best = parts.size();
      for (std::size_t d = 0; d < parts.size(); ++d) {
        if (takes(d) && (best == parts.size() || tenants[d] < tenants[best])) best = d;
      }
      if (best == parts.size()) {
        placement.pending[w] += workload.pods - i;
        break;
      }
      ++taken[best];
      tenants[best] += workload.processes;
      actors::PodSpec pod;
      pod.workload = w;
      pod.index = static_cast<std::uint32_t>(i);
      pod.gpu = static_cast<std::uint32_t>(best);
      pod.processes = workload.processes;
      placement.pods.push_back(pod);
    }
  }
  return placement;
}

}  // namespace libsched::scenario
