#include <libsched/plan/detail/solve.hpp>

#include <algorithm>
#include <utility>

#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/parallel.hpp>
#include <libsched/plan/detail/stage.hpp>

namespace libsched::plan::detail {
namespace {

/// Appends `part`; the places in the common list of requests move.
void append(Solution part, Solution& whole) {
  const std::size_t offset = whole.results.size();
  for (Proposal& one : part.proposals.list) {
    for (std::size_t& request : one.worst) request += offset;
    if (one.proportional) *one.proportional += offset;
    whole.proposals.list.push_back(std::move(one));
  }
  for (MixRequest& one : part.proposals.requests) whole.proposals.requests.push_back(std::move(one));
  for (MixResult& one : part.results) whole.results.push_back(std::move(one));
  for (Candidate& one : part.candidates) whole.candidates.push_back(std::move(one));
}

Solution simulated(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                   const std::vector<Layout>& layouts, const PlanOptions& options, Effort effort) {
  Solution whole;
  if (pods_are_free(scenario)) {
    std::vector<Solution> parts(layouts.size());
    const auto job = [&](std::size_t i) { parts[i] = solve_free_pods(scenario, targets, layouts[i], options, effort); };
    run_parallel(layouts.size(), job, options.progress);
    for (Solution& part : parts) append(std::move(part), whole);
    return whole;
  }
  for (const Layout& layout : layouts) propose(scenario, targets, layout, options, whole.proposals);
  whole.results = run_mixes(scenario, targets, whole.proposals, options, effort);
  for (const Proposal& one : whole.proposals.list) {
    whole.candidates.push_back(judge(scenario, targets[one.layout.target], one, whole.results));
  }
  return whole;
}

}  // namespace

Solution solve(const scenario::Scenario& scenario, const std::vector<Target>& targets,
               const std::vector<Layout>& layouts, const PlanOptions& options, Effort effort) {
  Solution whole = simulated(scenario, targets, layouts, options, effort);
  const auto& candidates = whole.candidates;
  const bool any_meets =
      std::any_of(candidates.begin(), candidates.end(), [](const Candidate& one) { return one.meets_slo; });
  const auto& proposals = whole.proposals.list;
  const bool any_ruled_out =
      std::any_of(proposals.begin(), proposals.end(), [](const Proposal& one) { return one.floor.has_value(); });
  if (any_meets || !any_ruled_out) return whole;
  // Nothing keeps the SLO: then which one comes nearest is the answer, and that takes everybody's p99.
  PlanOptions all = options;
  all.closed_forms = false;
  return simulated(scenario, targets, layouts, all, effort);
}

Solution judge_again(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                     const Candidate& candidate, const PlanOptions& options, Effort effort) {
  PlanOptions quiet = unwatched(options);
  if (candidate.meets_slo || !pods_are_free(scenario)) {
    quiet.closed_forms = false;  // it has been run before
    Solution again = simulated(as_built(scenario, candidate), targets, {layout}, quiet, effort);
    if (again.candidates.front().meets_slo || !pods_are_free(scenario)) return again;
    quiet.closed_forms = options.closed_forms;
  }
  return solve(scenario, targets, {layout}, quiet, effort);
}

}  // namespace libsched::plan::detail
