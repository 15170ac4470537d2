#include <libsched/scenario/simulate.hpp>

#include <algorithm>

#include <libsched/scenario/detail/admission.hpp>
#include <libsched/scenario/detail/outcome_report.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

Placement running_pods(const Scenario& scenario) {
  return detail::admit(scenario, place(scenario)).placement;
}

Report simulate(const Scenario& scenario, const Hooks& hooks) {
  Placement placement = place(scenario);
  const detail::Admission admission = detail::admit(scenario, placement);
  Report report = detail::frame(scenario, placement, judge_load(scenario, admission.placement, Variant::kNominal));
  detail::add_admission(report, admission);
  placement = admission.placement;
  report.assumptions = detail::assumptions(scenario);
  const bool anything_stable = std::any_of(report.workloads.begin(), report.workloads.end(),
                                           [](const WorkloadReport& w) { return w.pods > 0 && w.stable; });

  actors::StopRule rule;
  if (scenario.run.duration_s) rule.duration = from_seconds(*scenario.run.duration_s);
  rule.precision = scenario.run.precision;
  rule.max_events = scenario.run.max_events;
  rule.interrupt = hooks.interrupt;
  std::vector<Variant> all = variants(scenario);
  if (!anything_stable) {
    // No latency to find; a look at the saturated GPUs tells what they can do and how they spend their time.
    constexpr std::uint64_t kLook = 100'000;
    rule.max_events = std::min(rule.max_events, kLook);
    all = {Variant::kNominal};
  }
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (hooks.progress) {
      rule.progress = [&](double fraction) {
        hooks.progress((static_cast<double>(v) + fraction) / static_cast<double>(all.size()));
      };
    }
    const bool nominal = all[v] == Variant::kNominal;
    const std::vector<LoadVerdict> verdicts = judge_load(scenario, placement, all[v]);
    actors::SystemSpec spec = system_spec(scenario, placement, verdicts, all[v]);
    if (nominal && hooks.observer) {
      for (std::uint32_t g = 0; g < spec.gpus.size(); ++g) spec.gpus[g].observer = hooks.observer(g);
    }
    const actors::Outcome outcome = actors::run(spec, rule);
    nominal ? detail::add_nominal(report, outcome, verdicts) : detail::widen(report, outcome, verdicts);
    if (outcome.stopped == actors::Stopped::kInterrupted) {
      report.stopped = "interrupted";
      break;
    }
  }
  detail::judge_slos(report);
  return report;
}

}  // namespace libsched::scenario
