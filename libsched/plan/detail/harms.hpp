#pragma once

#include <vector>

#include <libsched/plan/detail/shape.hpp>
#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// Added p99 of each workload beside one pod of each workload that the fleet can put there, on `target`. Empty for a
/// single workload, for more than a table can show, or once interrupted.
std::vector<Harm> harms(const scenario::Scenario& scenario, const Target& target, const Shape& shape,
                        const PlanOptions& options);

}  // namespace libsched::plan::detail
