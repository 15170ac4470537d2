#pragma once

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// Sets recommended, cheapest_robust, nearest_miss, and binding and reason of each candidate that met its SLOs.
void choose(Plan& plan, bool allow_estimates);

/// Cheaper first: money where both have a price, else GPUs; then fewer replicas, then the lower p99 over its SLO. A
/// priced candidate comes before one without a price, whose cost is unknown.
bool cheaper(const Candidate& a, const Candidate& b);

/// p99 of the candidate's worst workload over its SLO; none where it has no p99.
std::optional<double> slo_ratio(const Candidate& candidate);

}  // namespace libsched::plan::detail
