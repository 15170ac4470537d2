#pragma once

#include <optional>

#include <libsched/plan/detail/shape.hpp>
#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// Memory of what pods share at its peak: of a full GPU, the pods of the fleet that need most; of a MIG instance, the
/// one pod that needs most.
struct MemoryNeed {
  double used_mib = 0;       ///< with CUDA contexts at their nominal size
  double used_high_mib = 0;  ///< with contexts at their largest
  double total_mib = 0;
  double client_mib = 0;       ///< of the largest process
  double client_high_mib = 0;  ///< the same with its context at its largest
  std::optional<double> client_limit_mib;
  /// That one of these pods runs out within a day, contexts being as large as they may be; 0 where all surely fit.
  double oom_probability_per_day = 0;
  /// False where the size of CUDA contexts, an estimate, decides.
  bool surely_fits() const {
    return used_high_mib <= total_mib && (!client_limit_mib || client_high_mib <= *client_limit_mib);
  }
  bool client_fits() const { return !client_limit_mib || client_mib <= *client_limit_mib; }
  bool fits() const { return used_mib <= total_mib && client_fits(); }
};

/// None where no workload states its memory, or the card's size is unknown.
std::optional<MemoryNeed> worst_memory(const scenario::Scenario& scenario, const Target& target, const Shape& shape);

}  // namespace libsched::plan::detail
