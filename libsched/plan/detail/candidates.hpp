#pragma once

#include <vector>

#include <libsched/plan/detail/evaluate.hpp>
#include <libsched/plan/detail/floor.hpp>
#include <libsched/plan/detail/memory.hpp>

namespace libsched::plan::detail {

/// One way to share one kind of GPU.
struct Layout {
  std::size_t target = 0;
  Shape shape;
  bool operator==(const Layout&) const = default;
};

/// All layouts worth a look, in a fixed order (target, mode, replicas).
std::vector<Layout> layouts(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                            const PlanOptions& options);

/// One candidate before it is judged, and the mixes that judge it.
struct Proposal {
  Layout layout;
  std::vector<Mix> mixes;  ///< per workload, the worst one for it
  std::optional<MemoryNeed> memory;
  std::optional<Floor> floor;  ///< some SLO is out of reach
  /// Per workload, its request in the common list; empty where memory or `floor` rules it out.
  std::vector<std::size_t> worst;
  std::optional<std::size_t> proportional;
};

/// Candidates and the simulations they need.
struct Proposals {
  std::vector<Proposal> list;
  std::vector<MixRequest> requests;
};
void propose(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
             const PlanOptions& options, Proposals& into);

/// Whether workload `w` may be judged on a mix that is not its own. Behind a shared queue its own need not be the worst
/// for it: its pods serve each other's requests, and others keep them from it. So on any that shows most of them.
bool may_judge(const scenario::Scenario& scenario, const Shape& shape, const Mix& mix, std::size_t w);

/// The runs that judge the proposals: a look at each mix, then what `effort` asks of those that decide something. A
/// proposal that its first looks refuse gets no more.
std::vector<MixResult> run_mixes(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                 const Proposals& proposals, const PlanOptions& options, Effort effort,
                                 std::size_t threads = 0);

/// The candidate with everything but its place in the ranking.
Candidate judge(const scenario::Scenario& scenario, const Target& target, const Proposal& proposal,
                const std::vector<MixResult>& results);

}  // namespace libsched::plan::detail
