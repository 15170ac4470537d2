#pragma once

#include <libsched/plan/plan.hpp>

namespace libsched::plan {

/// What make_plan would refuse, without a plan: for a caller that has problems of its own to tell.
Issues plan_issues(const scenario::Scenario& scenario, const PlanOptions& options);

}  // namespace libsched::plan
