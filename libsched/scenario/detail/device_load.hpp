#pragma once

#include <cstdint>
#include <vector>

#include <libsched/analytic/stability.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario::detail {

/// What a node makes of a request's host time.
struct HostTime {
  double factor = 1;   ///< always, for the other tenants there
  double stretch = 1;  ///< at most, where all threads want the vCPUs at once
};

/// The tenants of each workload on one device as a stability check sees them, and whose they are.
struct DeviceLoad {
  std::vector<analytic::TenantGroup> groups;
  std::vector<std::uint32_t> owners;
  bool traces = false;  ///< one of them plays a trace: what it asks is not the same all the time
};

/// Of each workload: its tenants on the device, its pods on all devices, and what one pod of it gets a second.
struct OfWorkloads {
  const std::vector<int>& tenants;
  const std::vector<int>& running;
  const std::vector<double>& pod_rates;
};

DeviceLoad device_load(const Scenario& scenario, const OfWorkloads& counts, const Device& device,
                       const share::SlicingParameters& parameters, const HostTime& host, Variant variant);

/// Who of them keeps up where MPS runs them together.
std::vector<analytic::Stability> judge_clients(const Scenario& scenario, const Device& device,
                                               const std::vector<analytic::TenantGroup>& groups,
                                               const std::vector<std::uint32_t>& owners, Variant variant);

}  // namespace libsched::scenario::detail
