#include <libsched/plan/detail/evaluate.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <tuple>
#include <utility>

#include <libsched/plan/detail/parallel.hpp>
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

bool stopped(const std::atomic<bool>* interrupt) {
  return interrupt != nullptr && interrupt->load();
}

/// True where every workload is stable and none is far over its SLO.
bool worth_a_full_run(const scenario::Report& report) {
  return std::all_of(report.workloads.begin(), report.workloads.end(), [](const scenario::WorkloadReport& work) {
    if (!work.stable) return false;
    return !work.slo || !work.latency_ms || work.latency_ms->p99.value <= kHopeless * work.slo->p99_ms;
  });
}

scenario::Report nominal_run(scenario::Scenario one, double precision, const scenario::Hooks& hooks) {
  one.run.intervals = false;
  one.run.precision = std::max(one.run.precision, precision);
  return scenario::simulate(one, hooks);
}

using Key = std::tuple<std::size_t, Shape, Mix>;

Key key_of(const MixRequest& request) {
  Shape shape = request.shape;
  if (!replicas_matter(shape)) shape.replicas = 0;
  return {request.target, shape, request.mix};
}

}  // namespace

MixResult run_mix(const scenario::Scenario& scenario, const Target& target, const MixRequest& request, Effort effort,
                  const std::atomic<bool>* interrupt) {
  MixResult result;
  const auto with = [&](RatioEnd end) { return mix_scenario(scenario, target, request.shape, request.mix, end); };
  const scenario::Scenario centre = with(RatioEnd::kCentre);
  result.load = open_load(centre);
  if (result.load >= 1) {
    result.decided = true;
    return result;
  }
  scenario::Hooks hooks;
  hooks.interrupt = interrupt;
  hooks.hopeless = kHopeless;
  // A mix leaves memory out, so what it lacks is not what the file lacks; the plan says that once.
  hooks.tell_unstated = false;
  const bool full = effort == Effort::kFull;
  scenario::Report report = nominal_run(centre, full ? kCoarsePrecision : kNominalPrecision, hooks);
  if (full && !stopped(interrupt) && worth_a_full_run(report)) {
    report = scenario::simulate(centre, hooks);
    if (target.estimated()) {
      result.low = nominal_run(with(RatioEnd::kLow), kCoarsePrecision, hooks);
      result.high = nominal_run(with(RatioEnd::kHigh), kCoarsePrecision, hooks);
    }
  }
  if (stopped(interrupt)) return result;
  result.report = std::move(report);
  result.decided = true;
  return result;
}

bool MixResult::stable() const {
  if (!report) return false;
  return std::all_of(report->workloads.begin(), report->workloads.end(),
                     [](const scenario::WorkloadReport& work) { return work.stable; });
}

std::vector<MixResult> evaluate(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                const std::vector<MixRequest>& requests, const PlanOptions& options, Effort effort) {
  std::map<Key, std::size_t> known;
  std::vector<const MixRequest*> distinct;
  std::vector<std::size_t> answer_of;
  for (const MixRequest& request : requests) {
    const auto [place, added] = known.try_emplace(key_of(request), distinct.size());
    if (added) distinct.push_back(&request);
    answer_of.push_back(place->second);
  }
  // Each thread writes its own entries only, and every run is a pure function of its request.
  std::vector<MixResult> answers(distinct.size());
  const auto job = [&](std::size_t i) {
    if (stopped(options.interrupt)) return;
    answers[i] = run_mix(scenario, targets[distinct[i]->target], *distinct[i], effort, options.interrupt);
  };
  run_parallel(distinct.size(), job, options.progress);

  std::vector<MixResult> result;
  result.reserve(requests.size());
  for (const std::size_t i : answer_of) result.push_back(answers[i]);
  return result;
}

}  // namespace libsched::plan::detail
