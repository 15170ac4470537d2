#include <libsched/scenario/simulate.hpp>

#include <algorithm>
#include <cmath>

#include <libsched/scenario/detail/admission.hpp>
#include <libsched/scenario/detail/outcome_report.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory_bursts.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

Placement running_pods(const Scenario& scenario) {
  return detail::admit(scenario, place(scenario)).placement;
}

std::vector<std::vector<std::string>> tenant_names(const Scenario& scenario) {
  std::vector<std::vector<std::string>> names(devices(scenario).size());
  // Slots are numbered in the order in which pods are placed.
  for (const actors::PodSpec& pod : running_pods(scenario).pods) {
    const std::string name = scenario.workloads[pod.workload].name + "-" + std::to_string(pod.index);
    for (int process = 0; process < pod.processes; ++process) {
      names[pod.gpu].push_back(pod.processes > 1 ? name + " process " + std::to_string(process) : name);
    }
  }
  return names;
}

namespace {

/// What each workload had of the GPUs, and what sharing costs it.
void add_shares(const Scenario& scenario, const Placement& placement, Report& report) {
  const std::vector<Device> parts = devices(scenario);
  for (std::size_t w = 0; w < report.workloads.size(); ++w) {
    WorkloadReport& one = report.workloads[w];
    const workload::Workload& workload = scenario.workloads[w];
    double ratio = 0;  // mean over its pods
    int pods = 0;
    for (const actors::PodSpec& pod : placement.pods) {
      if (pod.workload != w) continue;
      ratio += time_ratio(workload, parts[pod.gpu], scenario.gpu.model).nominal;
      ++pods;
    }
    if (pods == 0) continue;
    const double gpu_ms = workload.request.gpu_ms_on(scenario.gpu.model.name)->mean() * ratio / pods;
    one.gpu_share = one.throughput_per_s.value * gpu_ms * 1e-3 / static_cast<double>(parts.size());
    const double host_ms = workload.request.cpu_ms.mean() + workload.request.copy_ms.mean();
    const bool overlap = workload.request.launch == workload::Launch::kAsync;
    const double alone_ms = overlap ? std::max(host_ms, gpu_ms) : host_ms + gpu_ms;
    if (one.latency_ms) one.slowdown = one.latency_ms->mean.value / alone_ms;
  }
}

/// Whether anybody whose latencies are asked for can have one. Otherwise a run to some precision would never end.
bool anyone_judged_is_stable(const Report& report, const Hooks& hooks, const std::vector<LoadVerdict>& verdicts) {
  for (std::size_t w = 0; w < verdicts.size(); ++w) {
    const bool judged = hooks.judged.empty() || hooks.judged[w];
    if (judged && report.workloads[w].pods > 0 && verdicts[w].stable) return true;
  }
  return false;
}

}  // namespace

Report simulate(const Scenario& scenario, const Hooks& hooks) {
  Placement placement = place(scenario);
  const detail::Admission admission = detail::admit(scenario, placement);
  Report report = detail::frame(scenario, placement, judge_load(scenario, admission.placement, Variant::kNominal));
  detail::add_admission(report, admission);
  placement = admission.placement;
  report.assumptions = detail::assumptions(scenario);
  if (hooks.tell_unstated) detail::say_unstated(report, scenario);
  const bool anything_stable = std::any_of(report.workloads.begin(), report.workloads.end(),
                                           [](const WorkloadReport& w) { return w.pods > 0 && w.stable; });

  actors::StopRule rule;
  if (scenario.run.duration_s) rule.duration = from_seconds(*scenario.run.duration_s);
  rule.precision = scenario.run.precision;
  rule.judged = hooks.judged;
  rule.max_events = scenario.run.max_events;
  rule.interrupt = hooks.interrupt;
  for (const workload::Workload& work : scenario.workloads) {
    constexpr double kUnasked = std::numeric_limits<double>::infinity();
    rule.enough_ms.push_back(work.slo_p99_ms ? hooks.hopeless * *work.slo_p99_ms : kUnasked);
    rule.limit_ms.push_back(work.slo_p99_ms.value_or(kUnasked));
  }
  constexpr std::uint64_t kLook = 100'000;  // events
  std::vector<Variant> all = variants(scenario);
  const auto plays_a_trace = [&](const actors::PodSpec& pod) {
    return std::holds_alternative<workload::Trace>(scenario.workloads[pod.workload].arrivals);
  };
  const bool only_traces = std::all_of(placement.pods.begin(), placement.pods.end(), plays_a_trace);
  const bool any_trace = std::any_of(placement.pods.begin(), placement.pods.end(), plays_a_trace);
  if (!anything_stable && !only_traces) {
    // No latency to find; a look at the saturated GPUs tells what they can do and how they spend their time.
    rule.max_events = std::min(rule.max_events, kLook);
    all = {Variant::kNominal};
  }
  std::uint64_t phases = 0;  ///< draws of them, beyond the nominal one
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (hooks.progress) {
      rule.progress = [&](double fraction) {
        hooks.progress((static_cast<double>(v) + fraction) / static_cast<double>(all.size()));
      };
    }
    const bool nominal = all[v] == Variant::kNominal;
    rule.precision_if_clear = nominal ? 0 : hooks.ends_if_clear;
    const bool widens = std::any_of(report.workloads.begin(), report.workloads.end(),
                                    [](const WorkloadReport& one) { return one.latency_ms.has_value(); });
    if (all[v] == Variant::kOtherPhases && !widens) break;  // nothing to widen; they come last
    const std::vector<LoadVerdict> verdicts = judge_load(scenario, placement, all[v]);
    actors::SystemSpec spec = system_spec(scenario, placement, verdicts, all[v]);
    if (all[v] == Variant::kOtherPhases) spec.phases = phases + 1;
    if (!nominal) {
      const bool endless = !any_trace && !anyone_judged_is_stable(report, hooks, verdicts);
      rule.max_events = endless ? std::min(scenario.run.max_events, kLook) : scenario.run.max_events;
    }
    if (nominal && hooks.observer) {
      for (std::uint32_t g = 0; g < spec.gpus.size(); ++g) spec.gpus[g].observer = hooks.observer(g);
    }
    const actors::Outcome outcome = actors::run(spec, rule);
    nominal ? detail::add_nominal(report, outcome, verdicts) : detail::widen(report, outcome, verdicts);
    if (nominal && anything_stable && outcome.stopped == actors::Stopped::kEvents) detail::say_cut(report, scenario);
    if (outcome.stopped == actors::Stopped::kInterrupted) {
      detail::say_interrupted(report, v, all.size());
      break;
    }
    phases = spec.phases;
  }
  if (phases > 0) detail::say_phases(report, phases + 1);
  detail::judge_slos(report);
  add_shares(scenario, placement, report);
  if (report.memory) {
    constexpr double kDayS = 86'400;
    double& probability = report.memory->oom_probability_per_day;
    probability = 1 - (1 - probability) * std::exp(-kDayS * burst_failures_per_s(scenario, placement, report));
  }
  return report;
}

}  // namespace libsched::scenario
