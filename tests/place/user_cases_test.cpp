// What people ran into with shared GPUs, as small placements.
#include <libsched/place/slots.hpp>
#include <place/small_cluster.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

namespace {

std::vector<std::uint32_t> slots(std::vector<int> taken, int asked) {
  const auto found = spread_slots(std::move(taken), 4, asked);
  REQUIRE(found.has_value());
  return *found;
}

PodRequest with_memory(PodRequest pod, std::int64_t mib, MemorySplit split = MemorySplit::kEqual) {
  pod.gpu_memory = Mebibytes{mib};
  pod.split = split;
  return pod;
}

}  // namespace

TEST_CASE("two slots of a device plugin are one GPU or two, depending on what is taken", "[place][unit]") {
  // NVIDIA's gpu-operator 386 and k8s-device-plugin 491: two GPUs, four replicas each, a pod asks for two.
  CHECK(slots({2, 4}, 2) == std::vector<std::uint32_t>{0, 0});
  CHECK(distinct_gpus(slots({2, 4}, 2)) == 1);
  CHECK(distinct_gpus(slots({0, 0}, 2)) == 2);
  CHECK(distinct_gpus(slots({3, 3}, 2)) == 2);
  CHECK(slots({0, 3}, 2) == std::vector<std::uint32_t>{0, 0});
  CHECK_FALSE(spread_slots({4, 3}, 4, 2).has_value());
}

TEST_CASE("sixteen halves on eight GPUs are two a card under every policy that does not scatter", "[place][unit]") {
  // KAI-Scheduler 2153: some cards got three or four halves.
  const Cluster cluster = cluster_of({node("a", 64, 8)});
  const PodTrace trace = trace_of(std::vector<PodRequest>(16, ask(1000, 1, 500)));
  for (const PolicyRow& policy : policies()) {
    const Outcome outcome = run_in_order(cluster, trace, policy.name);
    INFO(policy.name);
    CHECK(outcome.placed() == 16);
    for (std::size_t g = 0; g < 8; ++g) CHECK(outcome.cluster.state(NodeId{0}).gpu[g] == MilliGpu{0});
  }
}

TEST_CASE("40 GiB over cards with 10 and 30 GiB free need an uneven split", "[place][unit]") {
  // Koordinator 2769. Two pods take 30 and 10 of two cards of 40 first.
  Node two = node("a", 64, 2);
  two.gpu_memory = Mebibytes{40 * 1024};
  const auto last_is_placed = [&](MemorySplit split) {
    const PodTrace trace =
        trace_of({with_memory(ask(1000, 1, 100), 30 * 1024), with_memory(ask(1000, 1, 950), 10 * 1024),
                  with_memory(ask(1000, 2, 50), 20 * 1024, split)});
    const Outcome outcome = run_in_order(cluster_of({two}), trace, "best-fit");
    REQUIRE(outcome.placements[1].node.has_value());
    if (!outcome.failures.empty()) {
      CHECK(outcome.failures[0].refusal.main == Shortage::kGpuMemory);
    } else {
      CHECK(outcome.cluster.state(NodeId{0}).gpu_memory == std::vector<Mebibytes>(2));  // 10 + 30
    }
    return outcome.placements[2].node.has_value();
  };
  CHECK_FALSE(last_is_placed(MemorySplit::kEqual));
  CHECK(last_is_placed(MemorySplit::kUneven));
}

TEST_CASE("two GPUs asked for are two cards: a node with one card refuses, a plugin with slots does not",
          "[place][unit]") {
  // HAMi 1173: nvidia.com/gpu counts distinct cards there, slots under NVIDIA's plugin.
  const Outcome outcome = run_in_order(cluster_of({node("one", 64, 1)}), trace_of({ask(1000, 2, 10)}), "fgd");
  REQUIRE(outcome.failures.size() == 1);
  CHECK(outcome.failures[0].refusal.main == Shortage::kGpuFragmented);  // 20 of 1000 milli, but on two cards
  const auto plugin = spread_slots({0}, 100, 2);
  REQUIRE(plugin.has_value());
  CHECK(distinct_gpus(*plugin) == 1);
}

TEST_CASE("two pods of 16000 MiB and a whole card's cores go to two V100s, one each", "[place][unit]") {
  // HAMi-core 170: both landed on one card of 16160 MiB.
  Node two = node("v100", 64, 2, "V100");
  two.gpu_memory = Mebibytes{16160};
  const PodTrace trace = trace_of(std::vector<PodRequest>(3, with_memory(ask(1000, 1, 1000), 16000)));
  for (const PolicyRow& policy : policies()) {
    const Outcome outcome = run_in_order(cluster_of({two}), trace, policy.name);
    INFO(policy.name);
    CHECK((outcome.placements[0].gpus | outcome.placements[1].gpus) == 0b11U);
    CHECK_FALSE(outcome.placements[2].node.has_value());
  }
}

TEST_CASE("memory alone keeps a second pod off a card with cores left", "[place][unit]") {
  Node two = node("v100", 64, 2, "V100");
  two.gpu_memory = Mebibytes{16160};
  const PodTrace trace = trace_of(std::vector<PodRequest>(3, with_memory(ask(1000, 1, 100), 16000)));
  const Outcome outcome = run_in_order(cluster_of({two}), trace, "fgd");
  CHECK((outcome.placements[0].gpus | outcome.placements[1].gpus) == 0b11U);
  REQUIRE(outcome.failures.size() == 1);
  CHECK(outcome.failures[0].refusal.main == Shortage::kGpuMemory);
}
