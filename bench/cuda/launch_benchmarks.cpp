#include "launch_benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <iostream>

#include "event.hpp"
#include "runs.hpp"
#include "session.hpp"
#include "timeline_columns.hpp"

namespace slicewise::bench::cuda {
namespace {

enum class Wait { kNone, kSpinning, kSleeping };

/// One thing that is timed again and again.
struct Loop {
  const char* name;
  Wait wait;
  const char* waiting;
};
constexpr Loop kLoops[] = {{"launch", Wait::kNone, "none"},
                           {"round_trip", Wait::kSpinning, "spinning"},
                           {"round_trip_sleeping", Wait::kSleeping, "sleeping"}};

constexpr int kQueue = 256;  // calls without a wait: far below where the driver makes a launch wait

void run_loop(benchmark::State& state, const Loop& loop, const Stream& stream, std::vector<std::int64_t>& times) {
  times.clear();  // Google Benchmark runs a loop more than once to find its length: the last one counts
  const Event end{Event::Wait::kSleeping};
  int queued = 0;
  for ([[maybe_unused]] auto _ : state) {
    const std::int64_t start = host_ns();
    launch_stamp(nullptr, stream.get());
    if (loop.wait == Wait::kSpinning) stream.wait();
    if (loop.wait == Wait::kSleeping) {
      end.record(stream);
      end.wait();
    }
    const std::int64_t took = host_ns() - start;
    state.SetIterationTime(static_cast<double>(took) * 1e-9);
    times.push_back(took);
    if (++queued % kQueue == 0) stream.wait();  // not timed
  }
  stream.wait();
}

void time_loops(Member& member, double seconds_each, std::vector<std::string> arguments) {
  CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  Session session;
  session.warm(0.1);
  arguments.insert(arguments.begin(), "slicewise-bench-cuda");
  std::vector<char*> argv;
  for (std::string& one : arguments) argv.push_back(one.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  benchmark::Initialize(&argc, argv.data());
  for (const Loop& loop : kLoops) {
    std::vector<std::int64_t>& times = member.columns[loop.name];  // a map's values stay where they are
    benchmark::RegisterBenchmark(loop.name,
                                 [&](benchmark::State& state) { run_loop(state, loop, session.stream(), times); })
        ->UseManualTime()
        ->MinTime(seconds_each);
  }
  benchmark::ConsoleReporter reporter{benchmark::ConsoleReporter::OO_None};
  reporter.SetOutputStream(&std::cerr);  // stdout is for results
  reporter.SetErrorStream(&std::cerr);
  benchmark::RunSpecifiedBenchmarks(&reporter);
}

}  // namespace

void measure_launches(Record& record, const Deadline& slot, const Facts& facts) {
  const auto seconds = sampling_s(slot, facts.start_s, 1, 0.1);
  Outcome outcome;
  outcome.columns.resize(1);
  if (seconds) {
    // Half of the time goes to finding how many calls fill the other half.
    const double each = std::min(*seconds * 0.5 / static_cast<double>(std::size(kLoops)), 1.0);
    outcome = run_team(1, team_limit_s(*seconds, facts.start_s, 1),
                       [&](Member& member) { time_loops(member, each, facts.benchmark_arguments); });
  }
  for (const Loop& loop : kLoops) {
    Run run{std::string{"memory/"} + loop.name, {{"processes", 1}, {"wait", loop.waiting}}, {}, {}};
    const auto& times = column(outcome.columns[0], loop.name);
    if (!seconds) {
      skip(run, "no time left");
    } else if (times.empty() && outcome.problem.empty() && !outcome.interrupted) {
      skip(run, "left out by --benchmark_filter");
    } else {
      add_series(run, loop.name, "ns", 0, samples(times));
    }
    add_run(record, std::move(run), outcome);
  }
}

}  // namespace slicewise::bench::cuda
