#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include <libsched/place/arrivals.hpp>
#include <libsched/place/filter.hpp>
#include <libsched/place/metrics.hpp>
#include <libsched/place/policy.hpp>

namespace libsched::place {

/// How the best node is found. Both make the same decisions.
enum class Engine {
  kIndexed,  ///< keeps scores, and renews those of nodes that have changed
  kFull,     ///< scores every node for every pod: slow, and what the index is tested against
};

/// Where one arrival went.
struct Placement {
  std::uint32_t pod = 0;       ///< index into PodTrace::pods
  std::optional<NodeId> node;  ///< nothing: it fits nowhere, see the refusal
  GpuSet gpus = 0;
};

/// An arrival that fits nowhere.
struct Failure {
  std::uint32_t arrival = 0;  ///< index into Outcome::placements
  Refusal refusal;
};

struct Outcome {
  std::vector<Placement> placements;  ///< in the order of arrival
  std::vector<Failure> failures;
  Usage usage;  ///< at the end
  std::vector<CurvePoint> curve;
  Cluster cluster;           ///< at the end
  bool interrupted = false;  ///< stopped early: what was done until then

  std::size_t placed() const { return placements.size() - failures.size(); }
};

struct RunInput {
  const Cluster& cluster;  ///< empty
  const PodTrace& trace;
  const std::vector<TypicalPod>& typical;
  const Arrivals& arrivals;
  const PolicyRow& policy;
  std::int64_t seed = 1;  ///< of a random policy's own draws
  Engine engine = Engine::kIndexed;
  const std::atomic<bool>* interrupt = nullptr;
};

/// Pods arrive one by one and stay; one that fits nowhere is dropped at once and for good.
Outcome run(const RunInput& input);

}  // namespace libsched::place
