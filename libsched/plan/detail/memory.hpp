#pragma once

#include <optional>

#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// Memory of a full GPU at its peak: the `replicas` pods of the fleet that need most.
struct MemoryNeed {
  double used_mib = 0;       ///< with CUDA contexts at their nominal size
  double used_high_mib = 0;  ///< with contexts at their largest
  double total_mib = 0;
  bool fits() const { return used_mib <= total_mib; }
};

/// None where no workload states its memory, or the card's size is unknown.
std::optional<MemoryNeed> worst_memory(const scenario::Scenario& scenario, const Target& target, int replicas);

}  // namespace libsched::plan::detail
