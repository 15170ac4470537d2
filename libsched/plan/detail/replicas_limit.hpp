#pragma once

#include <vector>

#include <libsched/plan/detail/candidates.hpp>

namespace libsched::plan::detail {

/// Where the search ended at `max_replicas` and the next number of replicas that saves an instance would keep every SLO
/// for less than the recommended candidate: gives the candidate at the limit the binding kReplicasLimit and says so.
/// `all` has the layout of each candidate. At most one full run for each target and mode.
void note_replicas_limit(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                         const std::vector<Layout>& all, const PlanOptions& options, Plan& plan);

}  // namespace libsched::plan::detail
