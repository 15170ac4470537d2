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

/// `tenants` of each workload are on the device, and `pod_rates` are what one pod of each gets a second.
DeviceLoad device_load(const Scenario& scenario, const std::vector<int>& tenants, const std::vector<double>& pod_rates,
                       const Device& device, const share::SlicingParameters& parameters, const HostTime& host,
                       Variant variant);

/// Who of them keeps up where MPS runs them together. `running` counts the pods of each workload on all devices.
std::vector<analytic::Stability> judge_clients(const Scenario& scenario, const Device& device,
                                               const std::vector<analytic::TenantGroup>& groups,
                                               const std::vector<std::uint32_t>& owners,
                                               const std::vector<int>& running, Variant variant);

}  // namespace libsched::scenario::detail
