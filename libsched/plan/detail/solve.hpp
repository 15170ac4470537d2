#pragma once

#include <vector>

#include <libsched/plan/detail/candidates.hpp>

namespace libsched::plan::detail {

/// Candidates judged but not ranked, with the runs that judged them.
struct Solution {
  Proposals proposals;
  std::vector<MixResult> results;     ///< one for each of proposals.requests
  std::vector<Candidate> candidates;  ///< one for each of proposals.list
};

/// Judges each layout. Where the file leaves the number of pods open, each layout gets the least that keep the SLOs.
Solution solve(const scenario::Scenario& scenario, const std::vector<Target>& targets,
               const std::vector<Layout>& layouts, const PlanOptions& options, Effort effort);

}  // namespace libsched::plan::detail
