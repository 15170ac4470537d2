#pragma once

#include <string>
#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan {

/// What make_plan would refuse, without a plan: for a caller that has problems of its own to tell.
Issues plan_issues(const scenario::Scenario& scenario, const PlanOptions& options);

/// The names of all files that a plan may have: what `write_files` can replace.
const std::vector<std::string>& file_names();

}  // namespace libsched::plan
