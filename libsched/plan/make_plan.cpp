#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include <libsched/base/nearest.hpp>
#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/config_files.hpp>
#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/harms.hpp>
#include <libsched/plan/detail/pools.hpp>
#include <libsched/plan/detail/rankings.hpp>
#include <libsched/plan/detail/replicas_limit.hpp>
#include <libsched/plan/detail/reproduce.hpp>
#include <libsched/plan/detail/sensitivity.hpp>
#include <libsched/plan/detail/solve.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/plan/plan_issues.hpp>
#include <libsched/scenario/thread_cap.hpp>
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

/// What the answer does not rest on, because the file does not say it.
void note_gaps(const scenario::Scenario& scenario, Plan& plan) {
  const Issues warnings = scenario::unstated_warnings(scenario);
  plan.notes.insert(plan.notes.begin(), warnings.begin(), warnings.end());
  for (const workload::Workload& work : scenario.workloads) {
    // A file that shares its GPUs has been told so by the reader.
    if (scenario.sharing.mode == scenario::Mode::kExclusive && work.request.cpu_ms.mean() > 0 &&
        !work.request.bursts_given) {
      plan.notes.push_back({work.name,
                            "it has host time but no `bursts`: all its GPU work counts as one burst, and under "
                            "time-slicing the length of a burst decides, not utilisation",
                            "give request.bursts, the number of times a request waits for the GPU", Severity::kNote});
    }
  }
}

/// What a mode that was asked for does not offer here, or costs beside time.
void note_modes(const std::vector<detail::Target>& targets, const PlanOptions& options, Plan& plan) {
  const bool asked = std::count(options.modes.begin(), options.modes.end(), scenario::Mode::kMig) > 0;
  for (const detail::Target& target : targets) {
    if (asked && target.model.mig_profiles.empty()) {
      plan.notes.push_back({"--modes mig", target.model.name + " has no MIG", "choose an A30, A100, H100 or later card",
                            Severity::kWarning});
    }
  }
}

/// gpu_ms has a card that is for sale nowhere here, while one that is has no number: A10 for A10G.
void note_cards(const scenario::Scenario& scenario, const std::vector<detail::Target>& targets, Plan& plan) {
  const auto alike = [](const std::string& a, const std::string& b) {
    return a.starts_with(b) || b.starts_with(a) || !nearest(a, {b}).empty();
  };
  for (const workload::Workload& work : scenario.workloads) {
    for (const auto& [card, law] : work.request.gpu_ms) {
      const bool sold = std::any_of(targets.begin(), targets.end(),
                                    [&](const detail::Target& one) { return one.model.name == card; });
      if (sold) continue;
      for (const detail::Target& one : targets) {
        if (work.request.gpu_ms_on(one.model.name) != nullptr || !alike(card, one.model.name)) continue;
        plan.notes.push_back(
            {work.name,
             fmt::format("gpu_ms has a number for {}, which no instance here has, and none for {}{}", card,
                         one.model.name, one.instance ? ", which " + one.instance->name + " has" : std::string{}),
             fmt::format("if it was measured on {0}, write {0} instead of {1}", one.model.name, card),
             Severity::kWarning});
      }
    }
  }
}

/// What the verdict names: one candidate, or a layout for each pool.
std::vector<const Candidate*> named_layouts(const Plan& plan) {
  std::vector<const Candidate*> all;
  if (plan.pooled && plan.pooled->recommended) {
    for (const Pool& pool : plan.pooled->pools) all.push_back(&pool.layout);
  } else if (plan.recommended) {
    all.push_back(&plan.candidates[*plan.recommended]);
  }
  return all;
}

/// The plugin does not set what the file gives MPS clients; a pod can lower some of it.
void note_client_settings(const scenario::Scenario& scenario, Plan& plan) {
  const scenario::Sharing& own = scenario.sharing;
  for (const Candidate* one : named_layouts(plan)) {
    if (one->mode != scenario::Mode::kMps) continue;
    scenario::Sharing sharing = own;
    sharing.mode = one->mode;
    sharing.replicas = one->replicas;
    if (const auto above = scenario::above_plugin_thread_pct(sharing)) plan.notes.push_back(*above);
    const int cap = scenario::plugin_thread_pct(one->replicas);
    if (own.active_thread_pct && *own.active_thread_pct < cap) {
      plan.notes.push_back(
          {"sharing.active_thread_pct",
           fmt::format("the device plugin gives each of {} MPS clients {} % of the threads; this plan "
                       "rests on {:g} %",
                       one->replicas, cap, *own.active_thread_pct),
           fmt::format("set CUDA_MPS_ACTIVE_THREAD_PERCENTAGE={:g} in the pods", *own.active_thread_pct),
           Severity::kWarning});
    }
    if (own.memory_limit_mib) {
      plan.notes.push_back({"sharing.memory_limit_mib",
                            fmt::format("the device plugin gives each of {} MPS clients an equal part of the memory; "
                                        "this plan rests on {:g} MiB",
                                        one->replicas, *own.memory_limit_mib),
                            "set CUDA_MPS_PINNED_DEVICE_MEM_LIMIT in the pods", Severity::kWarning});
    }
  }
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

/// The options with progress from `from` to `to` of the whole.
PlanOptions stage(const PlanOptions& options, double from, double to) {
  PlanOptions one = options;
  if (options.progress) {
    one.progress = [&options, from, to](double fraction) { options.progress(from + fraction * (to - from)); };
  }
  return one;
}

bool stopped(const PlanOptions& options) {
  return options.interrupt != nullptr && options.interrupt->load();
}

void tell_harms(const scenario::Scenario& scenario, const detail::Target& target, const Candidate& named,
                const PlanOptions& options, Plan& plan) {
  // Where the answer is not to share, what sharing would do is the reason.
  detail::Shape shape{named.mode, named.replicas, named.mig_profile};
  if (shape.mode == scenario::Mode::kExclusive) shape = {scenario::Mode::kTimeSlicing, 2};
  plan.harms = detail::harms(scenario, target, shape, options);
  plan.harms_on = fmt::format("{}, {}", target.model.name, scenario::name(shape.mode));
}

/// What goes beyond the choice: pools, who harms whom, numbers that are off.
void look_further(const scenario::Scenario& scenario, const std::vector<detail::Target>& targets,
                  const std::vector<detail::Layout>& all, const PlanOptions& options, Plan& plan) {
  if (!stopped(options)) {
    const Candidate* common = plan.recommended ? &plan.candidates[*plan.recommended] : nullptr;
    plan.pooled = detail::pooled(scenario, common, stage(options, 0.6, 0.7));
  }
  const auto named = plan.recommended ? plan.recommended : plan.nearest_miss;
  if (!named || stopped(options)) return;
  const detail::Layout& layout = all[*named];
  detail::say_mixes(scenario, scenario, targets[layout.target], plan.candidates[*named]);
  tell_harms(detail::as_built(scenario, plan.candidates[*named]), targets[layout.target], plan.candidates[*named],
             stage(options, 0.7, 0.8), plan);
  if (!plan.recommended || stopped(options)) return;
  plan.sensitivity = detail::sensitivity(scenario, layout, plan.candidates[*named], stage(options, 0.8, 1));
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
  detail::Solution solution = detail::solve(scenario, *targets, all, stage(options, 0, 0.6), detail::Effort::kFull);
  Plan plan;
  plan.candidates = std::move(solution.candidates);
  plan.free_pods = detail::pods_are_free(scenario);
  plan.seed = scenario.run.seed;
  plan.notes = scenario.notes;
  note_gaps(scenario, plan);
  note_modes(*targets, options, plan);
  note_cards(scenario, *targets, plan);
  detail::choose(plan, options.allow_estimates);
  detail::note_replicas_limit(scenario, *targets, all, options, plan);
  plan.rankings = detail::rankings(plan, options.allow_estimates);
  look_further(scenario, *targets, all, options, plan);
  note_client_settings(scenario, plan);
  plan.interrupted = stopped(options);
  state_assumptions(scenario, *targets, plan);
  state_prices(*targets, options, plan);
  collect_assumptions(solution.results, plan);
  collect_notes(solution, plan);
  plan.files = detail::config_files(plan, scenario.sharing, options.file);
  return plan;
}

}  // namespace libsched::plan
