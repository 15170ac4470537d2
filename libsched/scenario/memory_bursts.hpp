#pragma once

#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

/// How often a second an allocation fails because requests that need memory meet (`memory_mib: {from, to, per:
/// request}`), from what a run has found of their rates and latencies. A process is taken to be serving with the
/// probability of a single server with that many requests (L / (1 + L), Little's law; closed clients: L), apart from
/// the others; a request fails if the others hold more than it leaves. 0 where no workload has such memory.
double burst_failures_per_s(const Scenario& scenario, const Placement& placement, const Report& report);

}  // namespace libsched::scenario
