#pragma once

#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// What has to be applied to a cluster to get what the verdict names; nothing where no plan meets the SLO. Comments say
/// what for: `file` is the scenario's name, `sharing` what it gives MPS clients.
std::vector<PlanFile> config_files(const Plan& plan, const scenario::Sharing& sharing, const std::string& file);

}  // namespace libsched::plan::detail
