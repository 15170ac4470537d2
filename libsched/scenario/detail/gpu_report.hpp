#pragma once

#include <vector>

#include <libsched/actors/system.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario::detail {

/// Every GPU before anything has run: its tenants and the memory they ask for at their peaks.
std::vector<GpuReport> gpu_reports(const Scenario& scenario, const Placement& placement);

/// Puts in how each device spent its time; a partitioned GPU gets the mean over its instances, weighed by their share
/// of the card, of which what no instance has is idle.
void add_usage(std::vector<GpuReport>& gpus, const actors::Outcome& outcome);

}  // namespace libsched::scenario::detail
