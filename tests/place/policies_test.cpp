// One expected placement for each policy, by hand.
#include <cstdlib>
#include <map>

#include <place/small_cluster.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

namespace {

/// Where the last pod goes after the others have been put where they are told.
struct Stage {
  Cluster cluster;

  void put(std::uint32_t node, const PodRequest& pod, GpuSet gpus) { cluster.commit(NodeId{node}, pod, gpus); }
  /// The node's index and its GPUs.
  std::pair<std::uint32_t, GpuSet> goes(std::string_view policy, const PodRequest& pod) const {
    const PodTrace trace = trace_of({pod});
    const Arrivals arrivals = in_order(trace, cluster);
    const Outcome outcome =
        run({cluster, trace, typical_pods(trace), arrivals, *find_policy(policy), 1, Engine::kFull, nullptr});
    REQUIRE(outcome.placements[0].node.has_value());
    return {outcome.placements[0].node->index(), outcome.placements[0].gpus};
  }
};

using Expected = std::pair<std::uint32_t, GpuSet>;

}  // namespace

TEST_CASE("best-fit takes the fuller node and its fullest GPU with room", "[place][unit]") {
  Stage stage{cluster_of({node("empty", 32, 2), node("used", 32, 2)})};
  stage.put(1, ask(1000, 1, 300), 0b01);
  stage.put(1, ask(1000, 1, 600), 0b10);
  // GPU 0 has 700 left, GPU 1 400: both have room for 400.
  CHECK(stage.goes("best-fit", ask(1000, 1, 400)) == Expected{1, 0b10});
  CHECK(stage.goes("best-fit", ask(1000, 1, 500)) == Expected{1, 0b01});
}

TEST_CASE("worst-fit takes the emptier node and its emptiest GPU", "[place][unit]") {
  Stage stage{cluster_of({node("used", 32, 2), node("less", 32, 2)})};
  stage.put(0, ask(1000, 2, 1000), 0b11);
  stage.put(1, ask(1000, 1, 300), 0b01);
  CHECK(stage.goes("worst-fit", ask(1000, 1, 400)) == Expected{1, 0b10});
}

TEST_CASE("dot-prod takes the node where demand and what is left have the smaller product", "[place][unit]") {
  Stage stage{cluster_of({node("large", 96, 8), node("small", 16, 1)})};
  // dot = (96/128 * 8/128 + 8/8 * 1/8) / 2 = 0.086 -> 91; (16/128 * 8/128 + 1/8 * 1/8) / 2 = 0.012 -> 98.
  CHECK(stage.goes("dot-prod", ask(8000, 1, 1000)) == Expected{1, 0b1});
}

TEST_CASE("gpu-packing prefers a GPU in use to a free GPU of a used node to an empty node", "[place][unit]") {
  Stage stage{cluster_of({node("empty", 32, 2), node("whole", 32, 2), node("shared", 32, 2)})};
  stage.put(1, ask(1000, 1, 1000), 0b01);
  stage.put(2, ask(1000, 1, 500), 0b01);
  CHECK(stage.goes("gpu-packing", ask(1000, 1, 400)) == Expected{2, 0b01});   // max(100 - 50/10, 50) = 95
  CHECK(stage.goes("gpu-packing", ask(1000, 1, 600)) == Expected{1, 0b10});   // 49 on both, the first rank
  CHECK(stage.goes("gpu-packing", ask(1000, 2, 1000)) == Expected{0, 0b11});  // only the empty one has two
}

TEST_CASE("gpu-clustering keeps pods of one GPU count together", "[place][unit]") {
  Stage stage{cluster_of({node("share", 32, 4), node("double", 32, 4), node("empty", 32, 4)})};
  stage.put(0, ask(1000, 1, 500), 0b0001);
  stage.put(1, ask(1000, 2, 1000), 0b0011);
  CHECK(stage.goes("gpu-clustering", ask(1000, 2, 1000)).first == 1);
  CHECK(stage.goes("gpu-clustering", ask(1000, 1, 300)).first == 0);
  CHECK(stage.goes("gpu-clustering", ask(1000, 1, 1000)).first == 2);  // 25 + 12 on the empty one against 14 and 18
}

TEST_CASE("fgd fills the hole that no typical pod could use", "[place][unit]") {
  Stage stage{cluster_of({node("empty", 32, 1), node("half", 32, 1)})};
  stage.put(1, ask(1000, 1, 500), 0b1);
  // Typical: shares of 0.5. On the empty node 0.5 is left for the next one: the fragment stays 0, score 50. On the half
  // node as well: a tie, and the first rank wins. A pod of 0.4 leaves 0.1 there, a fragment; 0.6 of the other is none.
  CHECK(stage.goes("fgd", ask(1000, 1, 500)) == Expected{0, 0b1});
  const PodTrace trace = trace_of(std::vector<PodRequest>(40, ask(1000, 1, 500)));
  const FragmentModel model{typical_pods(trace), stage.cluster};
  const auto fragment = [&](std::vector<MilliGpu> gpus) { return model.expected({0, gpus, MilliCpu{32000}}); };
  CHECK(fragment({MilliGpu{100}}) == Approx(100));
  CHECK(fragment({MilliGpu{600}}) == 0);
  CHECK(fragment({MilliGpu{600}, MilliGpu{100}}) == Approx(100));
  CHECK(model.expected({0, std::vector<MilliGpu>{kWholeGpu}, MilliCpu{500}}) == Approx(1000));  // lacks CPU
}

TEST_CASE("fgd weighs fragments by how frequent a pod is", "[place][unit]") {
  std::vector<PodRequest> pods(30, ask(1000, 1, 500));
  pods.insert(pods.end(), 10, ask(1000, 2, 1000));
  const Cluster cluster = cluster_of({node("a", 32, 2)});
  const FragmentModel model{typical_pods(trace_of(pods)), cluster};
  // One GPU whole, one with 0.4: three in four pods are shares, and lose 400; one in four wants two, and loses 1400.
  CHECK(model.expected({0, std::vector<MilliGpu>{kWholeGpu, MilliGpu{400}}, MilliCpu{32000}}) ==
        Approx(0.75 * 400 + 0.25 * 1400));
}

TEST_CASE("fgd-cpu leaves CPU for the GPUs that are still free", "[place][unit]") {
  // Typical GPU pods ask 10 cores per GPU, so 7.5 count. A CPU pod of 10 cores on the node with 8 GPUs and 60 cores
  // would strand 10 / 7.5 GPUs more; on the one with 2 GPUs none.
  const PodTrace trace = trace_of(std::vector<PodRequest>(20, ask(10000, 1, 1000)));
  CHECK(cpu_per_gpu(typical_pods(trace)) == Approx(10));
  std::vector<PodRequest> pods(20, ask(10000, 1, 1000));
  pods.insert(pods.begin(), ask(10000, 0, 0));
  const Cluster cluster = cluster_of({node("tight", 60, 8), node("roomy", 60, 2)});
  const PodTrace with_cpu_pod = trace_of(pods);
  CHECK(run_in_order(cluster, with_cpu_pod, "fgd-cpu").placements[0].node->index() == 1);
  CHECK(run_in_order(cluster, with_cpu_pod, "fgd").placements[0].node->index() == 0);  // a tie: the first rank
}

TEST_CASE("least-allocated spreads, most-allocated packs", "[place][unit]") {
  Stage stage{cluster_of({node("used", 32, 2), node("empty", 32, 2)})};
  stage.put(0, ask(8000, 1, 500), 0b01);
  CHECK(stage.goes("least-allocated", ask(8000, 1, 250)).first == 1);
  CHECK(stage.goes("most-allocated", ask(8000, 1, 250)) == Expected{0, 0b01});
}

TEST_CASE("pwr wakes no GPU and no CPU package while one is awake", "[place][unit]") {
  Stage stage{cluster_of({node("asleep", 32, 2), node("awake", 32, 2)})};
  stage.put(1, ask(2000, 1, 500), 0b01);
  CHECK(stage.goes("pwr", ask(1000, 1, 400)) == Expected{1, 0b01});
}

TEST_CASE("random takes every feasible node and GPU about equally often", "[place][unit]") {
  const Cluster cluster = cluster_of({node("a", 1000, 2), node("b", 1000, 2), node("small", 0, 2), node("c", 1000, 2)});
  const PodTrace trace = trace_of({ask(1, 1, 1)});
  std::map<std::pair<std::uint32_t, GpuSet>, int> counts;
  for (std::int64_t seed = 0; seed < 6000; ++seed) {
    const Outcome outcome = run({cluster, trace, typical_pods(trace), in_order(trace, cluster), *find_policy("random"),
                                 seed, Engine::kIndexed, nullptr});
    ++counts[{outcome.placements[0].node->index(), outcome.placements[0].gpus}];
  }
  REQUIRE(counts.size() == 6);
  for (const auto& [where, count] : counts) CHECK(std::abs(count - 1000) < 150);  // five standard deviations of 29
}

TEST_CASE("topology gives a pair of GPUs its link, and cuts no pair for a single", "[place][unit]") {
  std::vector<Node> nodes = {node("pcie", 32, 4), node("pairs", 32, 4)};
  nodes[1].interconnect = Interconnect::kNvlinkPairs;
  Stage stage{cluster_of(std::move(nodes))};
  stage.put(1, ask(1000, 1, 1000), 0b0001);
  CHECK(stage.goes("topology", ask(1000, 2, 1000)) == Expected{1, 0b1100});
  CHECK(stage.goes("topology", ask(1000, 1, 1000)) == Expected{1, 0b0010});  // the widow of GPU 0
}

TEST_CASE("sizes that are all different still have typical pods, and few of them", "[place][unit]") {
  std::vector<PodRequest> pods;
  for (int i = 0; i < 5000; ++i) pods.push_back(ask(1000 + i * 7, 1, 1 + i % 1000));
  const auto typical = typical_pods(trace_of(pods));
  CHECK(typical.size() <= 512);
  CHECK(typical.size() > 50);
  double sum = 0;
  for (const TypicalPod& pod : typical) sum += pod.frequency;
  CHECK(sum == Approx(1));
}
