// What one simulated slice costs where every slice is looked at: our stepping engine, the same with an observer of
// every span, and the bare loop that one would write by hand for this one case. Run all in one process: the ratio means
// something on a noisy machine, the times do not.

#include <array>
#include <cstdint>

#include "eight_tenants.hpp"

namespace libsched::perf {
namespace {

constexpr std::int64_t kVirtual = 200'000'000'000;

const workload::Distribution kConstant = workload::Distribution::constant(10);
const workload::Distribution kExponential = exponential(10);

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

/// Looks at every span and keeps what little one can say of all.
struct Watcher : share::SpanObserver {
  void on_span(const share::Span& span) override {
    ++spans;
    total += span.end - span.begin;
  }
  std::uint64_t spans = 0;
  Duration total{};
};

void SlicesByHand(benchmark::State& state, const workload::Distribution& job_ms) {
  std::uint64_t completed = 0;
  for (auto _ : state) completed = hand_written_loop(job_ms);
  count(state, "completed", completed);
}
BENCHMARK_CAPTURE(SlicesByHand, constant, kConstant)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SlicesByHand, exponential, kExponential)->Unit(benchmark::kMillisecond);

void slices(benchmark::State& state, const workload::Distribution& job_ms, share::Slices how, bool watched) {
  actors::SystemSpec spec = eight_tenants(job_ms, workload::Distribution::constant(0), how);
  Watcher watcher;
  if (watched) spec.gpus[0].observer = &watcher;
  actors::StopRule rule;
  rule.duration = Duration{kVirtual};
  std::uint64_t completed = 0;
  for (auto _ : state) completed = actors::run(spec, rule).workloads[0].completed;
  count(state, "completed", completed);
  if (watched) state.counters["spans"] = static_cast<double>(watcher.spans) / static_cast<double>(state.iterations());
}
void SlicesStepped(benchmark::State& state, const workload::Distribution& job_ms) {
  slices(state, job_ms, share::Slices::kStep, false);
}
BENCHMARK_CAPTURE(SlicesStepped, constant, kConstant)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SlicesStepped, exponential, kExponential)->Unit(benchmark::kMillisecond);

/// Every slice observed, by whichever engine is faster at it.
void SlicesObserved(benchmark::State& state, const workload::Distribution& job_ms) {
  slices(state, job_ms, share::Slices::kSkip, true);
}
BENCHMARK_CAPTURE(SlicesObserved, constant, kConstant)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SlicesObserved, exponential, kExponential)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace libsched::perf
