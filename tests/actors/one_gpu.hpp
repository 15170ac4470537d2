#pragma once

#include <cmath>

#include <libsched/actors/system.hpp>

namespace libsched::test {

/// Fraction of the full simulated time.
inline constexpr double kTestLength = SLICEWISE_TEST_LENGTH;

/// One workload of `pods` pods on `gpus` GPUs, dealt out in turn: the system of most queueing oracles.
inline actors::SystemSpec system(workload::ArrivalProcess arrivals, workload::Distribution gpu_ms, int pods = 1,
                                 share::ModeKind mode = share::ModeKind::kExclusive,
                                 share::SlicingParameters parameters = {}, std::uint32_t gpus = 1) {
  actors::SystemSpec spec;
  actors::WorkloadSpec workload;
  workload.arrivals = std::move(arrivals);
  workload.laws.gpu = std::move(gpu_ms);
  spec.workloads.push_back(std::move(workload));
  for (std::uint32_t pod = 0; pod < static_cast<std::uint32_t>(pods); ++pod) {
    spec.pods.push_back({0, pod, pod % gpus, 1});
  }
  spec.gpus.assign(gpus, {mode, parameters, 0, nullptr});
  return spec;
}

/// Slices of the oracles: every switch costs the same, nothing else does.
inline share::SlicingParameters slices(double slice_ms, double switch_ms, hw::Ring ring = hw::Ring::kArrival) {
  share::SlicingParameters p;
  p.slice = from_ms(slice_ms);
  p.preempt = p.voluntary = p.idle = from_ms(switch_ms);
  p.ring = ring;
  return p;
}

inline actors::Outcome run_seconds(const actors::SystemSpec& spec, double seconds) {
  actors::StopRule rule;
  rule.duration = from_seconds(seconds);
  return actors::run(spec, rule);
}

/// A value inside an interval `widen` times as wide as the 95 % interval, centred on the same point: 2 is beyond 99.9
/// %.
inline bool covers(const actors::Measured& m, double truth, double widen = 2) {
  return std::abs(truth - m.value) <= widen * std::max(m.high - m.value, m.value - m.low) + 1e-9;
}

}  // namespace libsched::test
