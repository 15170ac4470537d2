#pragma once

#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// What has to be applied to a cluster to get what the verdict names; nothing where no plan meets the SLO.
std::vector<PlanFile> config_files(const Plan& plan);

}  // namespace libsched::plan::detail
