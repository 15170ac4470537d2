#pragma once

#include <optional>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// The cheapest way to keep workloads apart: each on its own pool of nodes; with three or more of them also the light
/// ones apart from the heavy ones. `common` is the best candidate for all together, null where there is none. None for
/// a single workload or once interrupted.
std::optional<Pooled> pooled(const scenario::Scenario& scenario, const Candidate* common, const PlanOptions& options);

}  // namespace libsched::plan::detail
