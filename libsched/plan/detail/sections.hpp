#pragma once

#include <string>
#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// Lines of columns as wide as their widest cell. `left` says which columns are words; the others stand to the right.
/// Rows are equally long.
std::string aligned(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& left);

/// The parts of the text below the table of candidates; each empty where the plan has nothing to say there, else with
/// an empty line before it.

/// p99 of every workload on the full GPU of what the verdict names, and how to see that GPU by a line that begins with
/// `simulate`.
std::string mixes_text(const Plan& plan, const std::vector<std::string>& simulate);
std::string rankings_text(const Plan& plan);
std::string harms_text(const Plan& plan);
std::string sensitivity_text(const Plan& plan);
std::string pools_text(const Plan& plan);

/// The verdict where pools are recommended.
std::string pools_verdict(const Plan& plan);

}  // namespace libsched::plan::detail
