#pragma once

#include <vector>

#include <libsched/plan/detail/candidates.hpp>

namespace libsched::plan::detail {

/// The scenario with one kind of number multiplied: rates of open workloads, GPU time, or memory. None where the file
/// states no such number.
std::optional<scenario::Scenario> varied(const scenario::Scenario& scenario, Parameter parameter, double factor);

/// What +-20 % on each parameter does to `best`, and what would be chosen instead among its neighbours: the same
/// target, at most two replicas more or fewer. Nominal runs. Empty once interrupted.
std::vector<Sensitivity> sensitivity(const scenario::Scenario& scenario, const Layout& layout, const Candidate& best,
                                     const PlanOptions& options);

}  // namespace libsched::plan::detail
