#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <libsched/place/cluster.hpp>
#include <libsched/place/trace.hpp>

namespace libsched::place {

/// In which order the pods of a trace come.
enum class Order {
  kShuffled,  ///< at random, as in the published experiment
  kListed,    ///< as the file has them
};

struct ArrivalOptions {
  std::int64_t seed = 1;
  Order order = Order::kShuffled;
  /// GPU demand of all arrivals / GPU capacity: pods are repeated or left out at random until it is met. Empty: each
  /// pod comes once.
  std::optional<double> tune;
};

/// Who comes when, and who wins ties: all that chance decides in a run.
struct Arrivals {
  std::vector<std::uint32_t> pods;   ///< index into PodTrace::pods
  std::vector<std::uint32_t> ranks;  ///< for each node: among equal scores the smallest rank wins
};

/// What is wrong with this ratio of GPU demand to GPU capacity, whatever the lists.
std::optional<Issue> problem_with_tune(double tune);

/// The published experiment's order for this seed (docs/models/placement.md), or why there is none: no pod or node asks
/// for or has a GPU, or `tune` is out of (0, 100].
Result<Arrivals> draw_arrivals(const PodTrace& trace, const Cluster& cluster, const ArrivalOptions& options);

}  // namespace libsched::place
