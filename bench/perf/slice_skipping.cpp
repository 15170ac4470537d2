// What skipping saves: eight tenants, exponential jobs of mean D, think times of mean 4 D, under both engines. The
// argument is D in ms. Completions must be the same; "each" is the time per completion.

#include "eight_tenants.hpp"

namespace libsched::perf {
namespace {

/// As many mean jobs as `jobs`, whatever they take.
void run(benchmark::State& state, share::Slices slices, double jobs) {
  const auto mean_ms = static_cast<double>(state.range(0));
  const actors::SystemSpec spec = eight_tenants(exponential(mean_ms), exponential(4 * mean_ms), slices);
  actors::StopRule rule;
  rule.duration = from_ms(jobs * mean_ms);
  std::uint64_t completed = 0;
  for (auto _ : state) completed = actors::run(spec, rule).workloads[0].completed;
  count(state, "completed", completed);
}

void Stepping(benchmark::State& state) {
  run(state, share::Slices::kStep, state.range(0) > 1000 ? 1000 : 10000);
}
BENCHMARK(Stepping)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void Skipping(benchmark::State& state) {
  run(state, share::Slices::kSkip, state.range(0) == 10000 ? 1000 : 10000);
}
BENCHMARK(Skipping)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Arg(1000000)->Unit(benchmark::kMillisecond);

/// The same number of jobs, enough of them that wiring up the system costs nothing.
void SkippingLong(benchmark::State& state) {
  run(state, share::Slices::kSkip, 200000);
}
BENCHMARK(SkippingLong)->Arg(100)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace libsched::perf
