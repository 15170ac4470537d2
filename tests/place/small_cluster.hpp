#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include <libsched/base/random.hpp>
#include <libsched/place/arrivals.hpp>
#include <libsched/place/policies.hpp>
#include <libsched/place/run.hpp>

namespace libsched::place::test {

inline Node node(std::string name, std::int64_t cores, int gpus, std::string model = "T4") {
  Node node;
  node.name = std::move(name);
  node.cpu = MilliCpu{1000 * cores};
  node.memory = Mebibytes{1024 * 256};
  node.gpu_model = std::move(model);
  node.gpu_count = gpus;
  return node;
}

/// A pod that asks for `count` GPUs, `milli` of each.
inline PodRequest ask(std::int64_t milli_cpu, int count, std::int64_t milli, std::string models = "") {
  PodRequest pod;
  pod.cpu = MilliCpu{milli_cpu};
  pod.memory = Mebibytes{1024};
  pod.gpu_count = count;
  pod.per_gpu = MilliGpu{milli};
  pod.gpu_models = std::move(models);
  return pod;
}

inline Cluster cluster_of(std::vector<Node> nodes) {
  auto cluster = Cluster::make(std::move(nodes));
  REQUIRE(cluster.has_value());
  return *std::move(cluster);
}

/// Pods named p0, p1, ...
inline PodTrace trace_of(const std::vector<PodRequest>& requests) {
  std::vector<Pod> pods;
  for (const PodRequest& request : requests) pods.push_back({"p" + std::to_string(pods.size()), request});
  return PodTrace{std::move(pods)};
}

/// As they are listed, ties to the first node.
inline Arrivals in_order(const PodTrace& trace, const Cluster& cluster) {
  Arrivals arrivals;
  for (std::uint32_t i = 0; i < trace.pods.size(); ++i) arrivals.pods.push_back(i);
  for (std::uint32_t i = 0; i < cluster.size(); ++i) arrivals.ranks.push_back(i);
  return arrivals;
}

inline Outcome run_in_order(const Cluster& cluster, const PodTrace& trace, std::string_view policy,
                            Engine engine = Engine::kIndexed) {
  const PolicyRow* row = find_policy(policy);
  REQUIRE(row != nullptr);
  return run({cluster, trace, typical_pods(trace), in_order(trace, cluster), *row, 1, engine, nullptr});
}

/// `nodes` machines of four models and `pods` requests of all shapes, at random but the same for a seed.
struct RandomCase {
  Cluster cluster;
  PodTrace trace;

  RandomCase(std::uint64_t seed, int nodes, int pods)
      : cluster{make_cluster(seed, nodes)}, trace{make_trace(seed, pods)} {}

 private:
  static std::uint64_t pick(std::uint64_t seed, std::uint64_t n, std::uint64_t of) {
    return Draw{RandomKey{seed, 9}, Purpose::kPodKind, n}.bits() % of;
  }
  static Cluster make_cluster(std::uint64_t seed, int count) {
    const std::vector<std::string> models = {"T4", "V100", "A100", ""};
    std::vector<Node> nodes;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
      const int gpus = static_cast<int>(pick(seed, 4 * i, 9));
      nodes.push_back(node("n" + std::to_string(i), 8 + 8 * static_cast<std::int64_t>(pick(seed, 4 * i + 1, 12)), gpus,
                           gpus == 0 ? "" : models[pick(seed, 4 * i + 2, 4)]));
      nodes.back().interconnect = static_cast<Interconnect>(pick(seed, 4 * i + 3, 5));
      if (i % 3 == 0) nodes.back().gpu_memory = Mebibytes{16384};
    }
    return cluster_of(std::move(nodes));
  }
  static PodTrace make_trace(std::uint64_t seed, int count) {
    const std::vector<std::string> models = {"", "", "", "V100", "T4|A100", "H100"};
    std::vector<PodRequest> pods;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(count); ++i) {
      const auto draw = [&](std::uint64_t n, std::uint64_t of) { return pick(seed, 1'000'000 + 8 * i + n, of); };
      const std::int64_t cpu = 500 * static_cast<std::int64_t>(draw(0, 20));
      PodRequest pod = ask(cpu, 0, 0);
      const std::uint64_t shape = draw(1, 10);
      if (shape >= 1 && shape <= 5)
        pod = ask(cpu, 1, 100 + 50 * static_cast<std::int64_t>(draw(2, 18)), models[draw(3, 6)]);
      if (shape >= 6) pod = ask(cpu, 1 << draw(4, 4), 1000, models[draw(3, 6)]);
      pod.memory = Mebibytes{1024 * static_cast<std::int64_t>(draw(5, 40))};
      if (pod.gpu_count > 0 && draw(6, 4) == 0) {
        pod.gpu_memory = Mebibytes{4000};
        pod.split = draw(7, 2) == 0 ? MemorySplit::kEqual : MemorySplit::kUneven;
      }
      pods.push_back(pod);
    }
    return trace_of(pods);
  }
};

}  // namespace libsched::place::test
