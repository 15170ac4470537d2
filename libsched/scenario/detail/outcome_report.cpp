#include <libsched/scenario/detail/outcome_report.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <libsched/scenario/detail/gpu_report.hpp>
#include <libsched/scenario/detail/limits.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/thread_cap.hpp>
#include <libsched/scenario/unstated.hpp>
#include <libsched/share/switch_costs.hpp>

namespace libsched::scenario::detail {

namespace {

Interval interval(const actors::Measured& m) {
  return {m.value, m.low, m.high};
}

void widen(Interval& into, const actors::Measured& m) {
  into.low = std::min(into.low, m.low);
  into.high = std::max(into.high, m.high);
}

std::array<Interval*, actors::kQuantiles.size()> quantiles(LatencyReport& latency) {
  return {&latency.p50, &latency.p90, &latency.p95, &latency.p99};
}

LatencyReport latency_report(const actors::LatencySummary& summary) {
  LatencyReport report;
  report.mean = interval(summary.mean_ms);
  const auto to = quantiles(report);
  for (std::size_t q = 0; q < to.size(); ++q) *to[q] = interval(summary.quantile_ms[q]);
  report.max = {summary.max_ms, summary.max_ms, summary.max_ms};
  return report;
}

void widen(LatencyReport& into, const actors::LatencySummary& summary) {
  widen(into.mean, summary.mean_ms);
  const auto to = quantiles(into);
  for (std::size_t q = 0; q < to.size(); ++q) widen(*to[q], summary.quantile_ms[q]);
  widen(into.max, {summary.max_ms, summary.max_ms, summary.max_ms});
}

/// Where the queue grows at one end of the parameters, no latency has an upper bound.
void unbound(LatencyReport& latency) {
  for (Interval* i : {&latency.mean, &latency.p50, &latency.p90, &latency.p95, &latency.p99, &latency.max}) {
    i->high = std::numeric_limits<double>::infinity();
  }
}

std::vector<std::pair<double, double>> distribution(const actors::LatencySummary& summary) {
  std::vector<double> fractions;
  for (int percent = 1; percent <= 99; ++percent) fractions.push_back(percent / 100.0);
  fractions.insert(fractions.end(), {0.995, 0.999, 0.9999});
  const std::vector<Duration> values = summary.histogram.quantiles(fractions);
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < values.size(); ++i) points.emplace_back(fractions[i], to_ms(values[i]));
  return points;
}

const char* name(actors::Stopped stopped) {
  switch (stopped) {
    case actors::Stopped::kPrecision:
      return "precision";
    case actors::Stopped::kEvents:
      return "events";
    case actors::Stopped::kDuration:
      return "duration";
    case actors::Stopped::kInterrupted:
      return "interrupted";
  }
  return "";
}

/// Which engine runs, and why it is not the one that the file leaves us free to take.
void say_engine(Report& report, const Scenario& scenario) {
  const std::vector<Device> parts = devices(scenario);
  const auto sliced = [&](const Device& device) { return takes_turns(device, scenario); };
  if (std::none_of(parts.begin(), parts.end(), sliced)) return;
  const bool steps = slices(scenario) == share::Slices::kStep;
  report.engine = steps ? "stepping" : "skipping";
  if (!steps || scenario.run.engine == Engine::kStepping) return;
  report.notes.push_back(
      {"run.engine",
       fmt::format("every slice is stepped: with a switch_jitter_us of more than {:g} times the switch turns are too "
                   "uneven to be skipped",
                   share::SwitchCosts::kMostDivided),
       fmt::format("give a gpu.switch_jitter_us of at most {:g} times the switch for a fast run",
                   share::SwitchCosts::kMostDivided),
       scenario.run.engine == Engine::kSkipping ? Severity::kWarning : Severity::kNote});
}

/// How many slots there are and which key gives more: who wrote no `gpu.count` sees here what was counted.
void say_pending(Report& report, const Scenario& scenario, const Placement& placement) {
  int pending = 0, pods = 0, slots = 0;
  for (const int one : placement.pending) pending += one;
  if (pending == 0) return;
  for (const workload::Workload& work : scenario.workloads) pods += work.pods;
  for (const Device& device : devices(scenario)) slots += device.slots();
  const int gpus = scenario.gpu.count;
  const int each = slots / gpus;
  std::string fix = "give a larger gpu.count";
  // Under MIG pods may ask for one profile, so slots alone do not say how many GPUs are enough.
  const int enough = (pods - 1) / each + 1;
  if (scenario.sharing.mode != Mode::kMig && enough <= kMostGpus)
    fix = fmt::format("give gpu.count: {} for a slot each", enough);
  fix += scenario.sharing.mode == Mode::kExclusive ? ", or share each GPU (sharing)" : ", or more slots (sharing)";
  report.notes.push_back({"gpu.count",
                          fmt::format("{} of {} pods have no slot: {} GPU{} of {} slot{}", pending, pods, gpus,
                                      gpus == 1 ? "" : "s", each, each == 1 ? "" : "s"),
                          fix, Severity::kWarning});
}

void say_overloaded(Report& report, const std::string& workload, const std::string& how) {
  report.notes.push_back(
      {workload, how, "fewer requests per pod, fewer pods per GPU, or a faster card", Severity::kWarning});
}

}  // namespace

Report frame(const Scenario& scenario, const Placement& placement, const std::vector<LoadVerdict>& verdicts) {
  Report report;
  const hw::GpuModel& card = scenario.gpu.model;
  report.gpu = card.name;
  report.instance = scenario.gpu.instance ? scenario.gpu.instance->name : "";
  report.mode = scenario::name(scenario.sharing.mode);
  report.replicas = scenario.sharing.replicas;
  report.seed = scenario.run.seed;
  report.notes = scenario.notes;
  if (const auto threads = above_plugin_thread_pct(scenario.sharing)) report.notes.push_back(*threads);
  say_pending(report, scenario, placement);
  say_engine(report, scenario);
  report.gpus = gpu_reports(scenario, placement);
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    const workload::Workload& workload = scenario.workloads[w];
    WorkloadReport one;
    one.name = workload.name;
    one.pending = placement.pending[w];
    one.pods = workload.pods - one.pending;
    one.stable = verdicts[w].stable;
    if (workload.slo_p99_ms) one.slo = SloReport{*workload.slo_p99_ms, false, false};
    if (!one.stable) say_overloaded(report, one.name, "its queue grows without end: " + verdicts[w].reason);
    report.workloads.push_back(std::move(one));
    for (int pod = workload.pods - placement.pending[w]; pod < workload.pods; ++pod) {
      report.events.push_back({0, "pending", workload.name, pod, "every slot that it could have is taken"});
    }
  }
  return report;
}

void say_unstated(Report& report, const Scenario& scenario) {
  const std::vector<std::string> lines = unstated(scenario);
  report.assumptions.insert(report.assumptions.begin(), lines.begin(), lines.end());
  const Issues warnings = unstated_warnings(scenario);
  report.notes.insert(report.notes.begin(), warnings.begin(), warnings.end());
}

void say_phases(Report& report, std::uint64_t draws) {
  report.notes.push_back({"arrivals",
                          fmt::format("requests at a fixed rate meet as they start, for as long as they last: the "
                                      "intervals hold {} draws of their phases, the values are those of one",
                                      draws),
                          "another run.seed draws others; poisson arrivals have no phase", Severity::kNote});
}

void say_cut(Report& report, const Scenario& scenario) {
  const char* missed =
      scenario.run.duration_s ? "before its duration was over" : "before every workload was precise and had settled";
  report.notes.push_back({"run.max_events",
                          fmt::format("ended the run after {} events, {}", scenario.run.max_events, missed),
                          "allow more, or trust the numbers no further than their intervals", Severity::kWarning});
}

void say_interrupted(Report& report, std::size_t done, std::size_t all) {
  report.stopped = "interrupted";
  report.notes.push_back(
      {"interrupted",
       done == 0 ? fmt::format("the nominal run was stopped after {:.4g} s: no interval has what the card's uncertain "
                               "parameters add",
                               report.virtual_s)
                 : fmt::format("{} of {} runs are done: what the others add to the intervals is missing", done, all),
       "let it finish, or ask for less with run.precision", Severity::kWarning});
}

void judge_slos(Report& report) {
  for (WorkloadReport& workload : report.workloads) {
    if (!workload.slo || !workload.latency_ms) continue;
    workload.slo->met = workload.stable && workload.latency_ms->p99.value <= workload.slo->p99_ms;
    // Half of the runs say nothing of the others.
    workload.slo->robust =
        workload.slo->met && workload.latency_ms->p99.high <= workload.slo->p99_ms && report.stopped != "interrupted";
  }
}

void add_nominal(Report& report, const actors::Outcome& outcome, const std::vector<LoadVerdict>& verdicts) {
  report.virtual_s = to_seconds(outcome.end);
  report.stopped = name(outcome.stopped);
  add_usage(report.gpus, outcome);
  for (std::size_t w = 0; w < report.workloads.size(); ++w) {
    WorkloadReport& workload = report.workloads[w];
    const actors::WorkloadOutcome& one = outcome.workloads[w];
    workload.completed = one.completed;
    if (one.latency) workload.throughput_per_s = interval(one.latency->throughput_per_s);
    if (one.growing && !verdicts[w].certain) {
      workload.stable = false;
      say_overloaded(report, workload.name, "its queue grew without end in the simulation");
    }
    if (!one.latency || !workload.stable) continue;
    workload.latency_ms = latency_report(*one.latency);
    workload.distribution_ms = distribution(*one.latency);
  }
}

void widen(Report& report, const actors::Outcome& outcome, const std::vector<LoadVerdict>& verdicts) {
  for (std::size_t w = 0; w < report.workloads.size(); ++w) {
    WorkloadReport& workload = report.workloads[w];
    const actors::WorkloadOutcome& one = outcome.workloads[w];
    if (!workload.latency_ms) continue;
    if (!verdicts[w].stable || (one.growing && !verdicts[w].certain)) {
      const bool said = std::isinf(workload.latency_ms->p99.high);
      unbound(*workload.latency_ms);
      if (said) continue;
      report.notes.push_back({workload.name,
                              "at one end of the uncertain parameters its queue grows without end: no latency has an "
                              "upper bound",
                              "measure the card, or leave more room", Severity::kWarning});
    } else if (one.latency) {
      widen(workload.throughput_per_s, one.latency->throughput_per_s);
      widen(*workload.latency_ms, *one.latency);
    }
  }
}

}  // namespace libsched::scenario::detail
