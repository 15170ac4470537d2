// What holds for every policy in the table, those not written yet included.
#include <bit>

#include <libsched/place/interconnect.hpp>
#include <place/small_cluster.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

namespace {

constexpr int kCases = SLICEWISE_TEST_LENGTH < 1 ? 2 : 6;

struct Case {
  explicit Case(std::uint64_t seed) : random{seed, 40, 400} {
    auto drawn = draw_arrivals(random.trace, random.cluster, {static_cast<std::int64_t>(seed), Order::kShuffled, 1.5});
    REQUIRE(drawn.has_value());
    arrivals = *drawn;
  }
  Outcome run(const PolicyRow& policy, Engine engine = Engine::kIndexed) const {
    return place::run({random.cluster, random.trace, typical, arrivals, policy, 5, engine, nullptr});
  }

  RandomCase random;
  std::vector<TypicalPod> typical = typical_pods(random.trace);
  Arrivals arrivals;
};

std::vector<std::pair<std::uint32_t, GpuSet>> decisions(const Outcome& outcome) {
  std::vector<std::pair<std::uint32_t, GpuSet>> list;
  for (const Placement& one : outcome.placements) list.emplace_back(one.node ? one.node->index() : ~0U, one.gpus);
  return list;
}

}  // namespace

TEST_CASE("no policy ever gives more than a node has, and what is left is what was not given", "[place][conformance]") {
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    const Case one{seed};
    for (const PolicyRow& policy : policies()) {
      const Outcome outcome = one.run(policy);
      INFO(policy.name << " case " << seed);
      std::vector<NodeState> left;
      for (std::uint32_t i = 0; i < one.random.cluster.size(); ++i) left.push_back(one.random.cluster.state(NodeId{i}));
      for (const Placement& placement : outcome.placements) {
        if (!placement.node) continue;
        const PodRequest& pod = one.random.trace.pods[placement.pod].request;
        NodeState& state = left[placement.node->index()];
        state.cpu -= pod.cpu;
        state.memory -= pod.memory;
        REQUIRE(std::popcount(placement.gpus) == pod.gpu_count);
        for (std::size_t g = 0; g < kMostGpus; ++g) {
          if ((placement.gpus >> g & 1U) != 0) state.gpu[g] -= pod.per_gpu;
          REQUIRE(state.gpu[g] >= MilliGpu{0});
        }
        REQUIRE(state.cpu >= MilliCpu{0});
        REQUIRE(state.memory >= Mebibytes{0});
      }
      for (std::uint32_t i = 0; i < left.size(); ++i) {
        const NodeState& end = outcome.cluster.state(NodeId{i});
        REQUIRE(left[i].cpu == end.cpu);
        REQUIRE(left[i].memory == end.memory);
        REQUIRE(left[i].gpu == end.gpu);
        for (const Mebibytes memory : end.gpu_memory) REQUIRE(memory >= Mebibytes{0});
      }
    }
  }
}

TEST_CASE("every policy decides the same for the same seed", "[place][conformance]") {
  const Case one{3};
  for (const PolicyRow& policy : policies()) {
    INFO(policy.name);
    CHECK(decisions(one.run(policy)) == decisions(one.run(policy)));
  }
}

TEST_CASE("the index decides as full rescoring of every node does", "[place][twin]") {
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    const Case one{seed};
    for (const PolicyRow& policy : policies()) {
      INFO(policy.name << " case " << seed);
      const Outcome fast = one.run(policy);
      const Outcome full = one.run(policy, Engine::kFull);
      CHECK(decisions(fast) == decisions(full));
      CHECK(fast.usage.fragmentation_pct_of_capacity == full.usage.fragmentation_pct_of_capacity);
      REQUIRE(fast.failures.size() == full.failures.size());
      for (std::size_t i = 0; i < fast.failures.size(); ++i) {
        CHECK(fast.failures[i].refusal.nodes == full.failures[i].refusal.nodes);
      }
    }
  }
}

TEST_CASE("the metrics at the end are those computed from scratch", "[place][conformance]") {
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    const Case one{seed};
    for (const PolicyRow& policy : policies()) {
      const Outcome outcome = one.run(policy);
      const FragmentModel model{one.typical, outcome.cluster};
      MilliGpu used;
      for (const Placement& placement : outcome.placements) {
        if (placement.node) used += one.random.trace.pods[placement.pod].request.gpu_demand();
      }
      const auto capacity = static_cast<double>(outcome.cluster.gpu_capacity().raw());
      INFO(policy.name << " case " << seed);
      CHECK(outcome.usage.allocation_pct == Approx(100.0 * static_cast<double>(used.raw()) / capacity).margin(0.00501));
      CHECK(outcome.usage.fragmentation_pct_of_capacity ==
            Approx(100 * total_fragment(outcome.cluster, model) / capacity).margin(1e-4));
      CHECK(outcome.cluster.gpu_used() == used);
    }
  }
}

TEST_CASE("a pod that fits nowhere has a reason on every node", "[place][conformance]") {
  const Case one{2};
  for (const PolicyRow& policy : policies()) {
    const Outcome outcome = one.run(policy);
    INFO(policy.name);
    CHECK_FALSE(outcome.failures.empty());
    CHECK(outcome.placed() + outcome.failures.size() == one.arrivals.pods.size());
    for (const Failure& failure : outcome.failures) {
      CHECK_FALSE(outcome.placements[failure.arrival].node.has_value());
      int reasons = 0;
      for (const int nodes : failure.refusal.nodes) reasons += nodes;
      REQUIRE(reasons >= static_cast<int>(one.random.cluster.size()));
      REQUIRE(failure.refusal.nodes[static_cast<std::size_t>(failure.refusal.main)] > 0);
    }
    // As pods only come, what was refused at the end is refused when asked again.
    const Failure& last = outcome.failures.back();
    const PodRequest& pod = one.random.trace.pods[outcome.placements[last.arrival].pod].request;
    for (std::uint32_t i = 0; i < outcome.cluster.size(); ++i) {
      REQUIRE_FALSE(eligible(outcome.cluster.nodes()[i], outcome.cluster.state(NodeId{i}), pod,
                             outcome.cluster.allowed(pod.gpu_models))
                        .fits);
    }
  }
}

TEST_CASE("every policy has a name, a summary and a source of its own", "[place][conformance]") {
  for (const PolicyRow& policy : policies()) {
    CHECK(find_policy(policy.name) == &policy);
    CHECK_FALSE(policy.summary.empty());
    CHECK_FALSE(policy.source.empty());
  }
}
