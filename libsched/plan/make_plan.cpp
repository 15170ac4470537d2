#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/config_files.hpp>
#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/harms.hpp>
#include <libsched/plan/detail/plan_notes.hpp>
#include <libsched/plan/detail/pools.hpp>
#include <libsched/plan/detail/rankings.hpp>
#include <libsched/plan/detail/replicas_limit.hpp>
#include <libsched/plan/detail/reproduce.hpp>
#include <libsched/plan/detail/sensitivity.hpp>
#include <libsched/plan/detail/solve.hpp>
#include <libsched/plan/detail/stage.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/plan/plan_issues.hpp>
#include <libsched/scenario/unstated.hpp>

namespace libsched::plan {
namespace {

constexpr int kMostReplicas = 1024;  // as in the scenario file

Issues option_issues(const scenario::Scenario& scenario, const PlanOptions& options) {
  Issues issues;
  if (options.max_replicas < 2 || options.max_replicas > kMostReplicas) {
    issues.push_back({"--max-replicas", fmt::format("{} is outside 2..{}", options.max_replicas, kMostReplicas),
                      "the device plugin shares a GPU from 2 replicas on; --modes exclusive plans without sharing"});
  }
  const bool any_slo = std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                                   [](const workload::Workload& work) { return work.slo_p99_ms.has_value(); });
  if (!any_slo) {
    issues.push_back({"workloads", "no workload states an SLO: there is nothing to plan for",
                      "add `slo: {p99_ms: ...}` to at least one workload"});
  }
  return issues;
}

/// The targets, or all that is wrong with options and targets.
Result<std::vector<detail::Target>> checked_targets(const scenario::Scenario& scenario, const PlanOptions& options) {
  Issues issues = option_issues(scenario, options);
  auto targets = detail::targets(scenario, options);
  if (!targets) issues.insert(issues.end(), targets.error().begin(), targets.error().end());
  if (!issues.empty()) return issues;
  return targets;
}

/// What the runs of the candidate that the verdict names had to say, each thing once.
void collect_notes(const detail::Solution& solution, Plan& plan) {
  const auto named = plan.recommended ? plan.recommended : plan.nearest_miss;
  if (!named) return;
  std::set<std::string> seen;
  for (const Issue& note : plan.notes) seen.insert(note.where + note.what);
  for (const std::size_t request : solution.proposals.list[*named].worst) {
    if (!solution.results[request].report) continue;
    for (const Issue& note : solution.results[request].report->notes) {
      if (seen.insert(note.where + note.what).second) plan.notes.push_back(note);
    }
  }
}

/// What the runs assumed, each thing once, in the order first said.
void collect_assumptions(const std::vector<detail::MixResult>& results, Plan& plan) {
  std::set<std::string> seen{plan.assumptions.begin(), plan.assumptions.end()};
  for (const detail::MixResult& result : results) {
    if (!result.report) continue;
    for (const std::string& line : result.report->assumptions) {
      if (seen.insert(line).second) plan.assumptions.push_back(line);
    }
  }
}

void state_assumptions(const scenario::Scenario& scenario, const std::vector<detail::Target>& targets, Plan& plan) {
  plan.assumptions = scenario::unstated(scenario);
  for (const detail::Target& target : targets) {
    for (std::string& line : scenario::context_sizes(scenario, target.model)) {
      if (std::find(plan.assumptions.begin(), plan.assumptions.end(), line) == plan.assumptions.end()) {
        plan.assumptions.push_back(std::move(line));
      }
    }
  }
  plan.assumptions.push_back(
      "every workload keeps its SLO on a full GPU: one pod of it among those that ask most GPU time");
  if (plan.free_pods) {
    plan.assumptions.push_back(
        "the file leaves the number of pods open: each candidate has the least that keep the SLOs");
  }
  const bool mps = std::any_of(plan.candidates.begin(), plan.candidates.end(),
                               [](const Candidate& one) { return one.mode == scenario::Mode::kMps; });
  if (mps && !scenario.sharing.active_thread_pct) {
    plan.assumptions.push_back(
        "the device plugin caps each MPS client at 100 / replicas percent of the threads, which alone makes GPU work "
        "max(1, 0.8 / cap) times as long; to plan with another cap give sharing.active_thread_pct");
  }
  for (const detail::Target& target : targets) {
    for (std::size_t w = 0; w < target.gpu_time.size(); ++w) {
      const detail::GpuTime& time = target.gpu_time[w];
      if (time.scaled_from.empty()) continue;
      plan.assumptions.push_back(
          fmt::format("gpu_ms of {} on {} is estimated: {:.2f} x {} ({:.2f} to {:.2f}, by FP32, FP16 and bandwidth)",
                      scenario.workloads[w].name, target.model.name, time.ratio.centre, time.scaled_from,
                      time.ratio.low, time.ratio.high));
    }
  }
}

void state_prices(const std::vector<detail::Target>& targets, const PlanOptions& options, Plan& plan) {
  std::set<std::string> used;
  for (const detail::Target& target : targets) {
    if (!target.instance) continue;
    used.insert(target.instance->name);
    if (options.usd_per_hour.count(target.instance->name) > 0) {
      plan.assumptions.push_back(
          fmt::format("{} costs {} USD/h, as given", target.instance->name, *target.usd_per_hour));
    } else if (target.usd_per_hour) {
      plan.assumptions.push_back(fmt::format("{} costs {} USD/h on demand in us-east-1 ({})", target.instance->name,
                                             *target.usd_per_hour, target.instance->price_date));
    }
  }
  for (const auto& [name, usd] : options.usd_per_hour) {
    if (used.count(name) == 0) {
      plan.notes.push_back({"--price", fmt::format("{} is not among the instances planned for", name),
                            "name it in --instances too", Severity::kWarning});
    }
  }
}

void tell_harms(const scenario::Scenario& scenario, const detail::Target& target, const Candidate& named,
                const PlanOptions& options, Plan& plan) {
  // Where the answer is not to share, what sharing would do is the reason.
  detail::Shape shape{named.mode, named.replicas, named.mig_profile};
  if (shape.mode == scenario::Mode::kExclusive) shape = {scenario::Mode::kTimeSlicing, 2};
  plan.harms = detail::harms(scenario, target, shape, options);
  plan.harms_on = fmt::format("{}, {}", target.model.name, scenario::name(shape.mode));
}

/// Puts `part`, which has one candidate, in the place of candidate `i`.
void replace(detail::Solution part, std::size_t i, detail::Solution& whole) {
  detail::Proposal proposal = std::move(part.proposals.list.front());
  for (std::size_t& request : proposal.worst) request += whole.results.size();
  if (proposal.proportional) *proposal.proportional += whole.results.size();
  whole.proposals.list[i] = std::move(proposal);
  for (detail::MixRequest& one : part.proposals.requests) whole.proposals.requests.push_back(std::move(one));
  for (detail::MixResult& one : part.results) whole.results.push_back(std::move(one));
  whole.candidates[i] = std::move(part.candidates.front());
}

/// Chooses, and gives what the verdict names all the numbers that `simulate` gives. Where they change the choice, once
/// more.
void choose_exactly(const scenario::Scenario& scenario, const std::vector<detail::Target>& targets,
                    const std::vector<detail::Layout>& all, const PlanOptions& options, detail::Solution& solution,
                    Plan& plan) {
  std::vector<bool> exact(all.size(), detail::full_is_exact(scenario));
  for (;;) {
    plan.candidates = solution.candidates;
    detail::choose(plan, options.allow_estimates);
    std::optional<std::size_t> next;
    for (const auto& named : {plan.recommended, plan.cheapest_robust, plan.nearest_miss}) {
      if (named && !exact[*named] && !next) next = named;
    }
    if (!next) return;
    exact[*next] = true;
    const Candidate& candidate = solution.candidates[*next];
    detail::Solution again =
        detail::judge_again(scenario, targets, all[*next], candidate, options, detail::Effort::kExact);
    if (detail::stopped(options)) return;
    replace(std::move(again), *next, solution);
  }
}

/// What goes beyond the choice: pools, who harms whom, numbers that are off.
void look_further(const scenario::Scenario& scenario, const std::vector<detail::Target>& targets,
                  const std::vector<detail::Layout>& all, const PlanOptions& options, Plan& plan) {
  if (!detail::stopped(options)) {
    const Candidate* common = plan.recommended ? &plan.candidates[*plan.recommended] : nullptr;
    plan.pooled = detail::pooled(scenario, common, detail::stage(options, 0.6, 0.7));
  }
  const auto named = plan.recommended ? plan.recommended : plan.nearest_miss;
  if (!named || detail::stopped(options)) return;
  const detail::Layout& layout = all[*named];
  detail::say_mixes(scenario, scenario, targets[layout.target], plan.candidates[*named]);
  tell_harms(detail::as_built(scenario, plan.candidates[*named]), targets[layout.target], plan.candidates[*named],
             detail::stage(options, 0.7, 0.8), plan);
  if (!plan.recommended || detail::stopped(options)) return;
  plan.sensitivity = detail::sensitivity(scenario, layout, plan.candidates[*named], detail::stage(options, 0.8, 1));
}

}  // namespace

const char* name(Binding binding) {
  switch (binding) {
    case Binding::kSlo:
      return "slo";
    case Binding::kLoad:
      return "load";
    case Binding::kMemory:
      return "memory";
    case Binding::kReplicasLimit:
      return "replicas-limit";
    case Binding::kPrice:
      return "price";
    case Binding::kNone:
      break;
  }
  return "none";
}

const char* name(Parameter parameter) {
  switch (parameter) {
    case Parameter::kRate:
      return "rate";
    case Parameter::kGpuMs:
      return "gpu_ms";
    case Parameter::kMemory:
      break;
  }
  return "memory";
}

Issues plan_issues(const scenario::Scenario& scenario, const PlanOptions& options) {
  const auto targets = checked_targets(scenario, options);
  return targets ? Issues{} : targets.error();
}

Result<Plan> make_plan(const scenario::Scenario& scenario, const PlanOptions& options) {
  const auto targets = checked_targets(scenario, options);
  if (!targets) return targets.error();

  const auto all = detail::layouts(scenario, *targets, options);
  detail::Solution solution =
      detail::solve(scenario, *targets, all, detail::stage(options, 0, 0.6), detail::Effort::kFull);
  Plan plan;
  plan.free_pods = detail::pods_are_free(scenario);
  plan.seed = scenario.run.seed;
  plan.notes = scenario.notes;
  detail::note_question(scenario, *targets, options, plan);
  choose_exactly(scenario, *targets, all, options, solution, plan);
  detail::note_replicas_limit(scenario, *targets, all, options, plan);
  plan.rankings = detail::rankings(plan, options.allow_estimates);
  look_further(scenario, *targets, all, options, plan);
  detail::note_client_settings(scenario, plan);
  detail::note_split_queues(scenario, plan);
  plan.interrupted = detail::stopped(options);
  state_assumptions(scenario, *targets, plan);
  state_prices(*targets, options, plan);
  collect_assumptions(solution.results, plan);
  collect_notes(solution, plan);
  plan.files = detail::config_files(plan, scenario.sharing, options.file);
  return plan;
}

}  // namespace libsched::plan
