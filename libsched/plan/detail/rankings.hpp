#pragma once

#include <vector>

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// The best by cost, p99, throughput and isolation among the candidates that keep every SLO; empty where none does.
/// Where two metrics name different candidates, the recommendation depends on what is wanted.
std::vector<Ranking> rankings(const Plan& plan, bool allow_estimates);

}  // namespace libsched::plan::detail
