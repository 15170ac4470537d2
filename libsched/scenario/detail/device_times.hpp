#pragma once

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/system_spec.hpp>
#include <libsched/share/mps.hpp>

namespace libsched::scenario::detail {

/// GPU time of a workload's requests alone on a device, relative to the whole card, in one variant.
double time_in(Variant variant, const workload::Workload& workload, const Device& device, const hw::GpuModel& card);

/// The same under its own thread cap, where the device is shared by MPS.
double alone_time_in(Variant variant, const workload::Workload& workload, const Device& device,
                     const hw::GpuModel& card);

/// A tenant of the workload as an MPS client of the device. `unlike`: other workloads are on it too, and nobody has
/// published how unlike kernels get on: the slowdown may be half or twice what the widths say.
share::MpsClient client_in(Variant variant, const workload::Workload& workload, const Device& device,
                           const hw::GpuModel& card, bool unlike);

}  // namespace libsched::scenario::detail
