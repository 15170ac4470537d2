#include <libsched/plan/detail/sensitivity.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <variant>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/solve.hpp>
#include <libsched/plan/detail/stage.hpp>

namespace libsched::plan::detail {
namespace {

constexpr double kFactors[] = {0.8, 1.2};
constexpr Parameter kParameters[] = {Parameter::kRate, Parameter::kGpuMs, Parameter::kMemory};
constexpr int kReach = 2;

struct Faster {
  double factor;

  using Process = workload::ArrivalProcess;
  Process operator()(const workload::Poisson& p) const { return workload::Poisson{p.rate_per_s * factor}; }
  Process operator()(const workload::Deterministic& p) const { return workload::Deterministic{p.rate_per_s * factor}; }
  Process operator()(const workload::Batch& p) const { return workload::Batch{p.batches_per_s * factor, p.size}; }
  Process operator()(workload::Mmpp p) const {
    for (double& rate : p.rates_per_s) rate *= factor;
    return p;
  }
  Process operator()(workload::Trace p) const {
    for (Time& at : p.at) at = Time{from_seconds(to_seconds(at.time_since_epoch()) / factor)};
    return p;
  }
  Process operator()(const workload::Closed& p) const { return p; }
};

/// The layouts beside this one: of its own mode, or without sharing.
std::vector<Layout> neighbours(const scenario::Scenario& scenario, const std::vector<Target>& cards,
                               const Layout& layout, const PlanOptions& options) {
  std::vector<Layout> near;
  for (const Layout& one : layouts(scenario, cards, options)) {
    const bool kin = one.shape.mode == layout.shape.mode || one.shape.mode == scenario::Mode::kExclusive;
    const bool close = std::abs(one.shape.replicas - layout.shape.replicas) <= kReach;
    if (one.target == layout.target && kin && close) near.push_back(one);
  }
  return near;
}

}  // namespace

std::optional<scenario::Scenario> varied(const scenario::Scenario& scenario, Parameter parameter, double factor) {
  scenario::Scenario one = scenario;
  bool any = false;
  for (workload::Workload& work : one.workloads) {
    switch (parameter) {
      case Parameter::kRate:
        any = any || !work.closed();
        work.arrivals = std::visit(Faster{factor}, std::move(work.arrivals));
        break;
      case Parameter::kGpuMs:
        any = true;
        for (auto& [card, law] : work.request.gpu_ms) law = law.scaled(factor);
        for (auto& [profile, ms] : work.request.gpu_ms_small) ms *= factor;
        break;
      case Parameter::kMemory:
        if (!work.memory) break;
        any = true;
        work.memory->from_mib *= factor;
        work.memory->to_mib *= factor;
        break;
    }
  }
  if (!any) return std::nullopt;
  return one;
}

std::vector<Sensitivity> sensitivity(const scenario::Scenario& scenario, const Layout& layout, const Candidate& best,
                                     const PlanOptions& options) {
  PlanOptions quiet = unwatched(options);
  quiet.proportional_mix = false;
  const auto near = neighbours(scenario, targets(scenario, quiet).value(), layout, options);
  std::vector<Sensitivity> result;
  for (const Parameter parameter : kParameters) {
    for (const double factor : kFactors) {
      const auto other = varied(scenario, parameter, factor);
      if (!other) continue;
      const auto cards = targets(*other, quiet).value();
      Plan plan;
      plan.candidates = solve(*other, cards, near, quiet, Effort::kDecide).candidates;
      choose(plan, options.allow_estimates);
      Sensitivity one{parameter, factor, std::nullopt, false};
      if (plan.recommended) one.recommended = plan.candidates[*plan.recommended];
      if (pods_are_free(scenario)) {
        one.still_meets =
            solve(as_built(*other, best), cards, {layout}, quiet, Effort::kDecide).candidates.front().meets_slo;
      } else {
        const auto same = std::find_if(near.begin(), near.end(), [&](const Layout& l) { return l == layout; });
        one.still_meets = plan.candidates[static_cast<std::size_t>(same - near.begin())].meets_slo;
      }
      if (stopped(options)) return {};
      result.push_back(std::move(one));
      if (options.progress) options.progress(static_cast<double>(result.size()) / 6);
    }
  }
  return result;
}

}  // namespace libsched::plan::detail
