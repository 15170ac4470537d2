#include <algorithm>
#include <utility>

#include <libsched/plan/detail/candidates.hpp>
#include <libsched/plan/detail/stage.hpp>

namespace libsched::plan::detail {
namespace {

/// Of all the work of a plan, what looks take.
constexpr double kLooks = 0.2;

/// Whether anything about the proposal depends on an SLO of a mix. Where none is judged, a look says all.
bool judges_an_slo(const scenario::Scenario& scenario, const MixRequest& request) {
  for (std::size_t w = 0; w < request.mix.size(); ++w) {
    const bool judged = request.judged.empty() || request.judged[w];
    if (request.mix[w] > 0 && judged && scenario.workloads[w].slo_p99_ms) return true;
  }
  return false;
}

/// Whether a run of this effort would tell more than the look did.
bool tells_more(const scenario::Scenario& scenario, const MixRequest& request, Verdict verdict, Effort effort) {
  switch (effort) {
    case Effort::kLook:
      return false;
    case Effort::kDecide:
      return verdict == Verdict::kUnsure;
    case Effort::kNominal:
    case Effort::kFull:
      return judges_an_slo(scenario, request);
    case Effort::kExact:
      break;
  }
  return true;
}

Effort long_run(Effort effort) {
  if (effort == Effort::kDecide) return Effort::kNominal;
  return effort == Effort::kFull ? Effort::kExact : effort;
}

}  // namespace

std::vector<MixResult> run_mixes(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                 const Proposals& proposals, const PlanOptions& options, Effort asked,
                                 std::size_t threads) {
  const Effort effort = options.short_runs ? asked : long_run(asked);
  const std::vector<MixRequest>& requests = proposals.requests;
  std::vector<MixResult> results =
      evaluate(scenario, targets, requests, stage(options, 0, kLooks), Effort::kLook, threads);
  const Verdict refuses = effort == Effort::kDecide ? Verdict::kMisses : Verdict::kHopeless;
  std::vector<bool> again(requests.size(), false);
  for (const Proposal& one : proposals.list) {
    std::vector<std::size_t> mixes = one.worst;
    if (one.proportional) mixes.push_back(*one.proportional);
    const bool refused = std::any_of(one.worst.begin(), one.worst.end(), [&](std::size_t request) {
      return verdict_of(requests[request], results[request]) >= refuses;
    });
    if (refused) continue;
    for (const std::size_t request : mixes) {
      const Verdict verdict = verdict_of(requests[request], results[request]);
      if (verdict == Verdict::kHopeless) continue;  // the proportional mix judges nobody
      if (tells_more(scenario, requests[request], verdict, effort)) again[request] = true;
    }
  }
  std::vector<MixRequest> wanted;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!again[i]) continue;
    wanted.push_back(requests[i]);
    places.push_back(i);
  }
  const Effort longer = effort == Effort::kDecide ? Effort::kNominal : effort;
  std::vector<MixResult> more = evaluate(scenario, targets, wanted, stage(options, kLooks, 1), longer, threads);
  for (std::size_t i = 0; i < places.size(); ++i) {
    results[places[i]] = std::move(more[i]);
  }
  return results;
}

}  // namespace libsched::plan::detail
