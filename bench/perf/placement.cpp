// What one arrival costs: with the index, and with full rescoring of every node, whose ratio in one run means something
// on a noisy machine; and how the cost grows with the nodes.
//
//   slicewise-perf --benchmark_filter=Place --benchmark_enable_random_interleaving=true --benchmark_repetitions=5

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include <libsched/place/policies.hpp>
#include <libsched/place/run.hpp>

namespace {

using namespace libsched;
using namespace libsched::place;

/// A cluster and pods like the published ones: four shapes of nodes, 90 kinds of pods, most of them shares.
struct Load {
  explicit Load(std::int64_t count) : cluster{*Cluster::make(nodes(count))}, trace{pods(count * 7)} {}

  static std::vector<Node> nodes(std::int64_t count) {
    constexpr std::int64_t kCores[] = {96, 64, 64, 128};
    constexpr int kGpus[] = {8, 2, 4, 8};
    const char* const models[] = {"G2", "T4", "P100", "V100"};
    std::vector<Node> list;
    for (std::int64_t i = 0; i < count; ++i) {
      const auto shape = static_cast<std::size_t>(i * 7 % 4);
      Node node;
      node.name = "node-" + std::to_string(i);
      node.cpu = MilliCpu{1000 * kCores[shape]};
      node.memory = Mebibytes{400000};
      node.gpu_model = models[shape];
      node.gpu_count = kGpus[shape];
      list.push_back(node);
    }
    return list;
  }

  static std::vector<Pod> pods(std::int64_t count) {
    std::vector<Pod> list;
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t kind = i * i % 90;
      Pod pod;
      pod.name = "pod-" + std::to_string(i);
      pod.request.cpu = MilliCpu{1000 * (2 + kind % 11)};
      pod.request.memory = Mebibytes{4000};
      pod.request.gpu_count = kind % 8 == 0 ? 0 : kind % 30 == 7 ? 8 : 1;
      pod.request.per_gpu = pod.request.gpu_count == 1 ? MilliGpu{100 + 50 * (kind % 19)} : kWholeGpu;
      list.push_back(pod);
    }
    return list;
  }

  Cluster cluster;
  PodTrace trace;
  std::vector<TypicalPod> typical = typical_pods(trace);
  Arrivals arrivals = *draw_arrivals(trace, cluster, {1, Order::kShuffled, 1.3});
};

void place_pods(benchmark::State& state, const char* policy, Engine engine) {
  const Load load{state.range(0)};
  for (auto _ : state) {
    const Outcome outcome =
        run({load.cluster, load.trace, load.typical, load.arrivals, *find_policy(policy), 1, engine, nullptr});
    benchmark::DoNotOptimize(outcome.usage);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(load.arrivals.pods.size()));
}

BENCHMARK_CAPTURE(place_pods, PlaceFgdIndexed, "fgd", Engine::kIndexed)
    ->RangeMultiplier(10)
    ->Range(120, 12000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place_pods, PlaceFgdFull, "fgd", Engine::kFull)
    ->RangeMultiplier(10)
    ->Range(120, 1200)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(place_pods, PlaceBestFitIndexed, "best-fit", Engine::kIndexed)
    ->Arg(1200)
    ->Unit(benchmark::kMillisecond);

}  // namespace
