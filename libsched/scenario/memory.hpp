#pragma once

#include <optional>

#include <libsched/base/estimate.hpp>
#include <libsched/hw/gpu.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::scenario {

/// What CUDA can hand out on this card, MiB: its memory less what the driver keeps. None where the size is unknown.
std::optional<double> usable_memory_mib(const hw::GpuModel& card);

/// The CUDA context of one process with this framework on this card, MiB.
Estimate context_memory_mib(const hw::GpuModel& card, const std::string& framework);

/// Memory of one pod at its peak, MiB: contexts and allocations of all its processes. None where the workload states no
/// memory, which means that it is not modelled.
/// A framework that reserves a part of its device takes it of `device_mib`.
std::optional<Estimate> pod_memory_mib(const workload::Workload& workload, const hw::GpuModel& card,
                                       std::optional<double> device_mib);
std::optional<Estimate> pod_memory_mib(const workload::Workload& workload, const hw::GpuModel& card);

}  // namespace libsched::scenario
