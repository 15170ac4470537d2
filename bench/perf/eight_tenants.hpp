#pragma once

#include <cstdint>

#include <benchmark/benchmark.h>

#include <libsched/actors/system.hpp>

namespace libsched::perf {

inline constexpr int kTenants = 8;
inline constexpr std::int64_t kSlice = 2'000'000;
inline constexpr std::int64_t kSwitch = 200'000;

/// Eight closed-loop tenants on one GPU: slices of 2 ms, switches of 0.2 ms.
inline actors::SystemSpec eight_tenants(const workload::Distribution& job_ms, const workload::Distribution& think_ms,
                                        share::Slices slices) {
  actors::SystemSpec spec;
  actors::WorkloadSpec workload;
  workload.arrivals = workload::Closed{1, think_ms};
  workload.laws.gpu = job_ms;
  spec.workloads.push_back(workload);
  for (std::uint32_t pod = 0; pod < kTenants; ++pod) spec.pods.push_back({0, pod, 0, 1});
  share::SlicingParameters p;
  p.slice = Duration{kSlice};
  p.preempt = p.voluntary = p.idle = Duration{kSwitch};
  spec.gpus.push_back({share::ModeKind::kTimeSlicing, p, 0, nullptr, slices});
  return spec;
}

inline workload::Distribution exponential(double mean_ms) {
  return workload::Distribution::Law{workload::Distribution::Exponential{mean_ms}};
}

/// What was done, and how long one of it took: ratios of the latter compare runs of different length.
inline void count(benchmark::State& state, const char* what, std::uint64_t number) {
  state.counters[what] = static_cast<double>(number);
  state.counters["each"] = benchmark::Counter(static_cast<double>(number) * static_cast<double>(state.iterations()),
                                              benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace libsched::perf
