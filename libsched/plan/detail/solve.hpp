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

/// Judges `candidate`, which is `layout`, once more with the fleet that it has. Where that fleet no longer keeps the
/// SLOs, or none did, and the number of pods is open, it is sought anew.
Solution judge_again(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                     const Candidate& candidate, const PlanOptions& options, Effort effort);

}  // namespace libsched::plan::detail
