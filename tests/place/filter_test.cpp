#include <libsched/place/filter.hpp>
#include <place/small_cluster.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

namespace {

int nodes_short(const Refusal& refusal, Shortage shortage) {
  return refusal.nodes[static_cast<std::size_t>(shortage)];
}

bool fits(const Cluster& cluster, const PodRequest& pod) {
  return eligible(cluster.nodes()[0], cluster.state(NodeId{0}), pod, cluster.allowed(pod.gpu_models)).fits;
}

}  // namespace

TEST_CASE("a pod that fits in total but on no single GPU is refused as fragmented", "[place][unit]") {
  const Cluster cluster = cluster_of({node("a", 32, 2)});
  const Outcome outcome = run_in_order(cluster, trace_of({ask(0, 1, 600), ask(0, 1, 600), ask(0, 1, 500)}), "best-fit");
  REQUIRE(outcome.failures.size() == 1);  // 400 + 400 left
  CHECK(outcome.failures[0].refusal.main == Shortage::kGpuFragmented);
}

TEST_CASE("each node is counted under everything that it is short of", "[place][unit]") {
  const Cluster cluster = cluster_of({node("no gpu", 32, 0, ""), node("few cores", 2, 2), node("other", 32, 2, "A100"),
                                      node("one gpu", 32, 1), node("poor", 2, 1)});
  const Refusal refusal = why_refused(cluster, ask(8000, 2, 1000, "T4"));
  CHECK(nodes_short(refusal, Shortage::kModel) == 2);
  CHECK(nodes_short(refusal, Shortage::kGpu) == 2);
  CHECK(nodes_short(refusal, Shortage::kCpu) == 2);
  CHECK(refusal.only_this == std::array<int, kShortages>{2, 1, 0, 0, 1, 0, 0});
  CHECK(refusal.main == Shortage::kModel);
}

TEST_CASE("a list of models allows each of them, and an empty one all", "[place][unit]") {
  const Cluster t4 = cluster_of({node("a", 32, 1, "T4")});
  CHECK(fits(t4, ask(0, 1, 1000)));
  CHECK(fits(t4, ask(0, 1, 1000, "V100|T4")));
  CHECK(fits(t4, ask(0, 1, 1000, "T4|")));
  CHECK_FALSE(fits(t4, ask(0, 1, 1000, "T")));
  CHECK_FALSE(fits(t4, ask(0, 1, 1000, "T40|V100")));
  const Cluster unnamed = cluster_of({node("a", 32, 1, "")});
  CHECK(fits(unnamed, ask(0, 1, 1000)));
  CHECK_FALSE(fits(unnamed, ask(0, 1, 1000, "T4")));
  CHECK_FALSE(fits(unnamed, ask(0, 1, 1000, "|")));
}

TEST_CASE("a CPU pod needs no GPU and ignores its GPU wishes", "[place][unit]") {
  const Cluster cluster = cluster_of({node("a", 32, 0, "")});
  const Outcome outcome =
      run_in_order(cluster_of({node("a", 32, 0, ""), node("b", 0, 1)}), trace_of({ask(1000, 0, 500, "V100")}), "fgd");
  CHECK(outcome.placed() == 1);
  CHECK(fits(cluster, ask(1000, 0, 0)));
}

TEST_CASE("a node takes 1001 pods", "[place][unit]") {
  const Outcome outcome =
      run_in_order(cluster_of({node("a", 64, 1)}), trace_of(std::vector<PodRequest>(1003, PodRequest{})), "fgd");
  CHECK(outcome.placed() == 1001);
  CHECK(outcome.failures[0].refusal.main == Shortage::kPods);
}

TEST_CASE("a cluster refuses names used twice, 17 GPUs and negative amounts, all at once", "[place][unit]") {
  std::vector<Node> nodes = {node("a", 1, 17), node("a", -1, 1), node("", 1, 1)};
  const auto cluster = Cluster::make(nodes);
  REQUIRE_FALSE(cluster.has_value());
  CHECK(cluster.error().size() == 4);
}
