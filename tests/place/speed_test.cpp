#include <ctime>

#include <place/small_cluster.hpp>

using namespace libsched;
using namespace libsched::place;
using namespace libsched::place::test;

namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// Nodes of 8 GPUs, and 30 kinds of pods that fill them.
struct Load {
  explicit Load(int nodes) : cluster{make_cluster(nodes)}, trace{make_trace(nodes * 10)} {}

  static Cluster make_cluster(int count) {
    std::vector<Node> nodes;
    for (int i = 0; i < count; ++i) nodes.push_back(node("n" + std::to_string(i), 96, 8));
    return cluster_of(std::move(nodes));
  }
  static PodTrace make_trace(int count) {
    std::vector<PodRequest> pods;
    for (int i = 0; i < count; ++i) {
      const int kind = i * 7 % 30;
      pods.push_back(ask(1000 * (2 + kind % 9), 1, kind % 3 == 0 ? 1000 : 100 + 50 * (kind % 17)));
    }
    return trace_of(pods);
  }
  /// Seconds of one run, and what it decided.
  std::pair<double, Outcome> run(Engine engine) const {
    const double start = cpu_seconds();
    Outcome outcome = run_in_order(cluster, trace, "fgd", engine);
    return {cpu_seconds() - start, std::move(outcome)};
  }

  Cluster cluster;
  PodTrace trace;
};

}  // namespace

TEST_CASE("the index is many times faster than full rescoring, with the same decisions", "[place][twin]") {
  // The gain grows with the cluster: 100 times on the published one, 15 asked here with a third of its nodes.
  const Load load{SLICEWISE_TEST_LENGTH < 1 ? 60 : 400};
  const auto [full_s, full] = load.run(Engine::kFull);
  const auto [fast_s, fast] = load.run(Engine::kIndexed);
  REQUIRE(full.placements.size() == fast.placements.size());
  for (std::size_t i = 0; i < full.placements.size(); ++i) {
    REQUIRE(full.placements[i].node == fast.placements[i].node);
    REQUIRE(full.placements[i].gpus == fast.placements[i].gpus);
  }
  if (SLICEWISE_TEST_LENGTH >= 1) CHECK(full_s > 15 * fast_s);
}

TEST_CASE("ten times the nodes cost at most ten times per pod", "[place][twin]") {
  if (SLICEWISE_TEST_LENGTH < 1) return;  // sanitizers have costs of their own
  const double small = Load{100}.run(Engine::kIndexed).first;
  const double large = Load{1000}.run(Engine::kIndexed).first;  // ten times the pods too
  CHECK(large < 100 * small);
}
