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

/// What a tenant of the workload is on the device, in one variant. `unlike`: other workloads are on it too, and nobody
/// has published how unlike kernels get on: the slowdown may be half or twice what the widths say.
void settle(actors::PodSpec& pod, Variant variant, const workload::Workload& workload, const Device& device,
            const hw::GpuModel& card, bool unlike);

}  // namespace libsched::scenario::detail
