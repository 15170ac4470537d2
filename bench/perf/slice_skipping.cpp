// What skipping saves: eight tenants, exponential jobs of mean D, think times of mean 4 D, under both engines. The
// argument is D in ms. Completions must be the same; "each" is the time per completion.

#include "eight_tenants.hpp"

namespace libsched::perf {
namespace {

/// As long as so many mean jobs take: wiring up the system and its statistics must cost nothing beside them.
constexpr double kJobs = 20000;
constexpr double kManyJobs = 200000;

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
  run(state, share::Slices::kStep, kJobs);
}
BENCHMARK(Stepping)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

void Skipping(benchmark::State& state) {
  run(state, share::Slices::kSkip, kJobs);
}
BENCHMARK(Skipping)->Arg(10)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);

/// The law: the length of a job changes nothing.
void SkippingLong(benchmark::State& state) {
  run(state, share::Slices::kSkip, kManyJobs);
}
BENCHMARK(SkippingLong)->Arg(100)->Arg(1000)->Arg(1000000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace libsched::perf
