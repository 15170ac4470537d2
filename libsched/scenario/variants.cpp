#include <algorithm>

#include <libsched/scenario/detail/bursts.hpp>
#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/simulate.hpp>
#include <libsched/scenario/system_spec.hpp>
#include <libsched/share/skipping.hpp>

namespace libsched::scenario {

namespace {

Duration decided(const Estimate& estimate, double Estimate::*end) {
  return from_us(estimate.*end);
}

/// Launches of an asynchronous request whose number the file does not give: fine enough that host and GPU overlap to 2
/// %.
constexpr int kAssumedLaunches = 64;

/// The length of a burst decides what sharing costs. Where the host has work between bursts whose number nobody gave,
/// it may be three times as long or as short (gpu-model section 1, rule 10).
constexpr int kBurstLengthRange = 3;

/// Draws of phases beyond the nominal one. What another draw gives is as likely to be anywhere among all of them: with
/// twenty in all it stays below their highest with 95 %.
constexpr int kMorePhases = 19;

bool unknown_burst_length(const workload::Request& request) {
  return !request.bursts_given && request.cpu_ms.mean() > 0;
}

void add_slicing(const Scenario& scenario, std::vector<Variant>& all) {
  const hw::GpuProfile& p = scenario.gpu.model.profile;
  if (p.slice_us.low < p.slice_us.nominal) all.push_back(Variant::kSliceLow);
  if (p.slice_us.high > p.slice_us.nominal) all.push_back(Variant::kSliceHigh);
  const auto any = [&](auto differs) { return differs(p.preempt_us) || differs(p.voluntary_us) || differs(p.idle_us); };
  if (any([](const Estimate& e) { return e.low < e.nominal; })) all.push_back(Variant::kSwitchLow);
  if (any([](const Estimate& e) { return e.high > e.nominal; })) all.push_back(Variant::kSwitchHigh);
  for (const Variant variant : {Variant::kBurstsFewer, Variant::kBurstsMore}) {
    const auto differs = [&](const workload::Workload& w) {
      return detail::bursts(w.request, variant) != detail::bursts(w.request);
    };
    if (std::any_of(scenario.workloads.begin(), scenario.workloads.end(), differs)) all.push_back(variant);
  }
}

}  // namespace

int detail::bursts(const workload::Request& request, Variant variant) {
  const bool unknown_launches = request.launch == workload::Launch::kAsync && !request.bursts_given;
  const int nominal = unknown_launches ? kAssumedLaunches : request.bursts;
  if (!unknown_burst_length(request)) return nominal;
  if (variant == Variant::kBurstsFewer) return (nominal + kBurstLengthRange - 1) / kBurstLengthRange;
  return variant == Variant::kBurstsMore ? nominal * kBurstLengthRange : nominal;
}

std::vector<Variant> variants(const Scenario& scenario) {
  std::vector<Variant> all{Variant::kNominal};
  if (!scenario.run.intervals) return all;
  std::vector<Device> parts = devices(scenario);
  parts.resize(parts.size() / static_cast<std::size_t>(scenario.gpu.count));  // all cards are alike
  const auto any_device = [&](Mode mode) {
    return std::any_of(parts.begin(), parts.end(), [&](const Device& one) { return one.shared_by(mode); });
  };
  const auto any_pair = [&](auto differs) {
    return std::any_of(parts.begin(), parts.end(), [&](const Device& device) {
      return std::any_of(scenario.workloads.begin(), scenario.workloads.end(),
                         [&](const workload::Workload& work) { return differs(work, device); });
    });
  };
  const hw::GpuModel& card = scenario.gpu.model;
  if (std::any_of(parts.begin(), parts.end(), [&](const Device& one) { return takes_turns(one, scenario); })) {
    add_slicing(scenario, all);
  }
  if (any_device(Mode::kMps)) {
    const bool unlike = scenario.workloads.size() > 1;
    const auto may_differ = [&](auto differs) {
      return any_pair([&](const workload::Workload& work, const Device& device) {
        return device.shared_by(Mode::kMps) &&
               (unlike || differs(width(work, device, card)) || differs(busy_part(work, device, card)));
      });
    };
    if (may_differ([](const Estimate& e) { return e.low < e.nominal; })) all.push_back(Variant::kWidthLow);
    if (may_differ([](const Estimate& e) { return e.high > e.nominal; })) all.push_back(Variant::kWidthHigh);
  }
  const auto time = [&](auto differs) {
    return any_pair(
        [&](const workload::Workload& work, const Device& device) { return differs(time_ratio(work, device, card)); });
  };
  if (time([](const Estimate& e) { return e.low < e.nominal; })) all.push_back(Variant::kInstanceFast);
  if (time([](const Estimate& e) { return e.high > e.nominal; })) all.push_back(Variant::kInstanceSlow);
  const bool any_fixed = std::any_of(
      scenario.workloads.begin(), scenario.workloads.end(),
      [](const workload::Workload& one) { return std::holds_alternative<workload::Deterministic>(one.arrivals); });
  if (any_fixed && phases_meet(scenario, running_pods(scenario))) {
    all.insert(all.end(), kMorePhases, Variant::kOtherPhases);
  }
  return all;
}

share::SlicingParameters slicing_parameters(const hw::GpuProfile& profile, Variant variant) {
  const auto slice = variant == Variant::kSliceLow    ? &Estimate::low
                     : variant == Variant::kSliceHigh ? &Estimate::high
                                                      : &Estimate::nominal;
  const auto switching = variant == Variant::kSwitchLow    ? &Estimate::low
                         : variant == Variant::kSwitchHigh ? &Estimate::high
                                                           : &Estimate::nominal;
  share::SlicingParameters p;
  p.slice = decided(profile.slice_us, slice);
  p.preempt = decided(profile.preempt_us, switching);
  p.voluntary = decided(profile.voluntary_us, switching);
  p.idle = decided(profile.idle_us, switching);
  p.refill = decided(profile.refill_us, &Estimate::nominal);
  p.idle_gap = decided(profile.idle_gap_us, &Estimate::nominal);
  p.switch_jitter = decided(profile.switch_jitter_us, &Estimate::nominal);
  p.ring = profile.ring;
  return p;
}

share::Slices slices(const Scenario& scenario) {
  // Of all variants the one with the shortest switches varies most.
  const bool may_skip = scenario.run.engine != Engine::kStepping &&
                        share::can_skip(slicing_parameters(scenario.gpu.model.profile, Variant::kNominal)) &&
                        share::can_skip(slicing_parameters(scenario.gpu.model.profile, Variant::kSwitchLow));
  return may_skip ? share::Slices::kSkip : share::Slices::kStep;
}

}  // namespace libsched::scenario
