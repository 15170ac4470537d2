#include <libsched/plan/detail/evaluate.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <libsched/plan/detail/parallel.hpp>
#include <libsched/plan/detail/stage.hpp>
#include <libsched/scenario/simulate.hpp>

namespace libsched::plan::detail {
namespace {

/// Beyond this multiple of the SLO a first coarse run decides: no interval brings the workload back under it, and no
/// run goes on to say by how much.
constexpr double kHopeless = 2.0;
/// Relative half-width of that first run.
constexpr double kCoarsePrecision = 0.1;
/// Relative half-width where the nominal run is all there is.
constexpr double kNominalPrecision = 0.05;
/// Relative half-width at the ends of the card's parameters, over that of the nominal run: what is unknown about a card
/// moves a p99 by far more. Not beyond that of a nominal run that is all there is.
constexpr double kAtEnds = 2.5;

scenario::Report nominal_run(scenario::Scenario one, double precision, const scenario::Hooks& hooks) {
  one.run.intervals = false;
  one.run.precision = std::max(one.run.precision, precision);
  return scenario::simulate(one, hooks);
}

/// `judged` of those workloads that the mix has.
std::vector<bool> judged_in(const MixRequest& request) {
  std::vector<bool> judged;
  for (std::size_t w = 0; w < request.mix.size(); ++w) {
    if (request.mix[w] > 0) judged.push_back(request.judged.empty() || request.judged[w]);
  }
  return judged;
}

using Key = std::tuple<std::size_t, Shape, Mix>;

Key key_of(const MixRequest& request) {
  Shape shape = request.shape;
  if (!replicas_matter(shape)) shape.replicas = 0;
  return {request.target, shape, request.mix};
}

/// Judged for both.
void judge_too(MixRequest& one, const MixRequest& other) {
  if (other.judged.empty()) one.judged.clear();
  for (std::size_t w = 0; w < one.judged.size(); ++w) one.judged[w] = one.judged[w] || other.judged[w];
}

double ends_if_clear(const scenario::Scenario& scenario) {
  return std::min(kNominalPrecision, kAtEnds * scenario.run.precision);
}

MixResult run_mix(const scenario::Scenario& scenario, const Target& target, const MixRequest& request, Effort effort,
                  const PlanOptions& options) {
  MixResult result;
  const auto with = [&](RatioEnd end) { return mix_scenario(scenario, target, request.shape, request.mix, end); };
  const scenario::Scenario centre = with(RatioEnd::kCentre);
  result.load = open_load(centre);
  if (result.load >= 1) {
    result.decided = true;
    return result;
  }
  scenario::Hooks hooks;
  hooks.interrupt = options.interrupt;
  hooks.hopeless = kHopeless;
  // A mix leaves memory out, so what it lacks is not what the file lacks; the plan says that once.
  hooks.tell_unstated = false;
  scenario::Report report;
  if (effort == Effort::kLook) {
    report = nominal_run(centre, kCoarsePrecision, hooks);
  } else {
    if (effort != Effort::kExact) {
      hooks.judged = judged_in(request);
      hooks.ends_if_clear = ends_if_clear(scenario);
    }
    const bool ends = effort == Effort::kFull || effort == Effort::kExact;
    report = ends ? scenario::simulate(centre, hooks) : nominal_run(centre, kNominalPrecision, hooks);
    if (ends && target.estimated()) {
      result.low = nominal_run(with(RatioEnd::kLow), kCoarsePrecision, hooks);
      result.high = nominal_run(with(RatioEnd::kHigh), kCoarsePrecision, hooks);
    }
  }
  if (stopped(options)) return result;
  result.report = std::move(report);
  result.decided = true;
  return result;
}

}  // namespace

bool full_is_exact(const scenario::Scenario& scenario) {
  if (scenario.run.duration_s) return true;  // no run has an end of its own
  return scenario.workloads.size() == 1 && ends_if_clear(scenario) <= scenario.run.precision;
}

bool MixResult::stable() const {
  if (!report) return false;
  return std::all_of(report->workloads.begin(), report->workloads.end(),
                     [](const scenario::WorkloadReport& work) { return work.stable; });
}

Verdict verdict_of(const MixRequest& request, const MixResult& result) {
  Verdict verdict = Verdict::kKeeps;
  if (!result.decided) return verdict;
  if (!result.stable()) return Verdict::kHopeless;
  const std::vector<bool> judged = judged_in(request);
  for (std::size_t i = 0; i < judged.size(); ++i) {
    const scenario::WorkloadReport& work = result.report->workloads[i];
    if (!judged[i] || !work.slo || !work.latency_ms) continue;
    const scenario::Interval& p99 = work.latency_ms->p99;
    if (p99.value > kHopeless * work.slo->p99_ms) return Verdict::kHopeless;
    // The interval of a short run is itself uncertain, where queues are long.
    const bool near = std::abs(p99.value - work.slo->p99_ms) <= kCoarsePrecision * work.slo->p99_ms;
    const bool unsure = near || (p99.low <= work.slo->p99_ms && work.slo->p99_ms < p99.high);
    const bool over = p99.value > work.slo->p99_ms;
    verdict = std::max(verdict, unsure ? Verdict::kUnsure : over ? Verdict::kMisses : Verdict::kKeeps);
  }
  return verdict;
}

std::vector<MixResult> evaluate(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                const std::vector<MixRequest>& requests, const PlanOptions& options, Effort effort,
                                std::size_t threads) {
  std::map<Key, std::size_t> known;
  std::vector<MixRequest> distinct;
  std::vector<std::size_t> answer_of;
  for (const MixRequest& request : requests) {
    const auto [place, added] = known.try_emplace(key_of(request), distinct.size());
    added ? distinct.push_back(request) : judge_too(distinct[place->second], request);
    answer_of.push_back(place->second);
  }
  // Each thread writes its own entries only, and every run is a pure function of its request.
  std::vector<MixResult> answers(distinct.size());
  const auto job = [&](std::size_t i) {
    if (stopped(options)) return;
    answers[i] = run_mix(scenario, targets[distinct[i].target], distinct[i], effort, options);
  };
  run_parallel(distinct.size(), job, options.progress, threads);

  std::vector<MixResult> result;
  result.reserve(requests.size());
  for (const std::size_t i : answer_of) result.push_back(answers[i]);
  return result;
}

}  // namespace libsched::plan::detail
