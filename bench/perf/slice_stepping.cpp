// What one simulated slice costs: our engine with every event, and the bare loop that one would write by hand for this
// one case. Run both in one process: the ratio means something on a noisy machine, the times do not.
//
//   slicewise-perf --benchmark_filter=Slices --benchmark_enable_random_interleaving=true --benchmark_repetitions=9

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>

#include <libsched/actors/system.hpp>

namespace {

using namespace libsched;

constexpr int kTenants = 8;
constexpr std::int64_t kJob = 10'000'000;
constexpr std::int64_t kSlice = 2'000'000;
constexpr std::int64_t kSwitch = 200'000;
constexpr std::int64_t kVirtual = 1'000'000'000'000;

const workload::Distribution kConstant = workload::Distribution::constant(10);
const workload::Distribution kExponential{workload::Distribution::Law{workload::Distribution::Exponential{10}}};

/// Saturated closed-loop tenants: a ring of remaining times, one slice after the other. It draws the same job times as
/// the engine does and keeps the same statistics, since a loop that answers nothing would be no peer.
std::uint64_t hand_written_loop(const workload::Distribution& job_ms) {
  const workload::DurationLaw law{job_ms};
  std::array<std::int64_t, kTenants> left;
  std::array<std::int64_t, kTenants> begun{};
  std::array<std::uint64_t, kTenants> jobs{};
  const auto next_job = [&](std::size_t tenant) {
    return law.sample(RandomKey{1, tenant}, Purpose::kGpu, jobs[tenant]++).count();
  };
  for (std::size_t tenant = 0; tenant < kTenants; ++tenant) left[tenant] = next_job(tenant);
  actors::LatencyStats stats;
  std::int64_t now = 0;
  for (std::size_t tenant = 0;; tenant = tenant + 1 == kTenants ? 0 : tenant + 1) {
    const std::int64_t run = left[tenant] < kSlice ? left[tenant] : kSlice;
    if (now + run > kVirtual) return stats.completed();
    now += run;
    left[tenant] -= run;
    if (left[tenant] == 0) {
      stats.add(Time{Duration{now}}, Duration{now - begun[tenant]});
      begun[tenant] = now;
      left[tenant] = next_job(tenant);
    }
    now += kSwitch;
  }
}

actors::SystemSpec eight_tenants(const workload::Distribution& job_ms) {
  actors::SystemSpec spec;
  actors::WorkloadSpec workload;
  workload.arrivals = workload::Closed{};
  workload.laws.gpu = job_ms;
  spec.workloads.push_back(workload);
  for (std::uint32_t pod = 0; pod < kTenants; ++pod) spec.pods.push_back({0, pod, 0, 1});
  share::SlicingParameters p;
  p.slice = Duration{kSlice};
  p.preempt = p.voluntary = p.idle = Duration{kSwitch};
  spec.gpus.push_back({share::ModeKind::kTimeSlicing, p, 0, nullptr});
  return spec;
}

void report(benchmark::State& state, std::uint64_t completed) {
  state.counters["completed"] = static_cast<double>(completed);
}

void SlicesByHand(benchmark::State& state, const workload::Distribution& job_ms) {
  std::uint64_t completed = 0;
  for (auto _ : state) completed = hand_written_loop(job_ms);
  report(state, completed);
}
BENCHMARK_CAPTURE(SlicesByHand, constant, kConstant)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SlicesByHand, exponential, kExponential)->Unit(benchmark::kMillisecond);

void SlicesStepped(benchmark::State& state, const workload::Distribution& job_ms) {
  const actors::SystemSpec spec = eight_tenants(job_ms);
  actors::StopRule rule;
  rule.duration = Duration{kVirtual};
  std::uint64_t completed = 0;
  for (auto _ : state) completed = actors::run(spec, rule).workloads[0].completed;
  report(state, completed);
}
BENCHMARK_CAPTURE(SlicesStepped, constant, kConstant)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SlicesStepped, exponential, kExponential)->Unit(benchmark::kMillisecond);

}  // namespace
