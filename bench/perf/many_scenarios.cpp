// What a planner asks for: 10,000 different scenarios (2 to 16 tenants, jobs of 20 ms to 2 s, slices of 1 to 30 ms, 300
// mean job times each). And what a year of virtual time leaves in memory.

#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <thread>

#include "eight_tenants.hpp"

#include <libsched/base/random.hpp>

namespace libsched::perf {
namespace {

constexpr std::uint64_t kScenarios = 10000;

/// Scenario `n`; simpy_peer.py makes the same kind of them.
std::uint64_t completions(std::uint64_t n) {
  Draw draw{RandomKey{n, 1}, Purpose::kArrival, 0};
  const double mean_ms = 20 * std::pow(100, draw.uniform());
  actors::SystemSpec spec = eight_tenants(exponential(mean_ms), exponential(4 * mean_ms), share::Slices::kSkip);
  const auto tenants = 2 + static_cast<std::uint32_t>(draw.uniform() * 15);
  spec.pods.clear();
  for (std::uint32_t pod = 0; pod < tenants; ++pod) spec.pods.push_back({0, pod, 0, 1});
  spec.gpus[0].parameters.slice = from_ms(1 + 29 * draw.uniform());
  spec.seed = n;
  actors::StopRule rule;
  rule.duration = from_ms(300 * mean_ms);
  return actors::run(spec, rule).workloads[0].completed;
}

/// Every `step`-th scenario from `first` on.
std::uint64_t completions(std::uint64_t first, std::uint64_t step) {
  std::uint64_t sum = 0;
  for (std::uint64_t n = first; n < kScenarios; n += step) sum += completions(n);
  return sum;
}

void Scenarios(benchmark::State& state) {
  std::uint64_t completed = 0;
  for (auto _ : state) completed = completions(0, 1);
  count(state, "scenarios", kScenarios);
  state.counters["completed"] = static_cast<double>(completed);
}
BENCHMARK(Scenarios)->Iterations(1)->Unit(benchmark::kMillisecond);

void ScenariosOnTwoThreads(benchmark::State& state) {
  std::uint64_t completed = 0;
  for (auto _ : state) {
    std::uint64_t half = 0;
    std::thread other{[&] { half = completions(1, 2); }};
    completed = completions(0, 2);
    other.join();
    completed += half;
  }
  count(state, "scenarios", kScenarios);
  state.counters["completed"] = static_cast<double>(completed);
}
BENCHMARK(ScenariosOnTwoThreads)->Iterations(1)->Unit(benchmark::kMillisecond);

/// A year of eight tenants with jobs of a minute, and the peak memory that it adds to what was there.
void Year(benchmark::State& state) {
  const auto peak_kib = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  actors::StopRule rule;
  rule.duration = std::chrono::hours{24 * 365};
  const auto before = peak_kib();
  std::uint64_t completed = 0;
  const actors::SystemSpec spec = eight_tenants(exponential(60e3), exponential(240e3), share::Slices::kSkip);
  for (auto _ : state) completed = actors::run(spec, rule).workloads[0].completed;
  count(state, "completed", completed);
  state.counters["grown_mib"] = static_cast<double>(peak_kib() - before) / 1024.0;
}
BENCHMARK(Year)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace libsched::perf
