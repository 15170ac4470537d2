#pragma once

#include <optional>
#include <string>

#include <libsched/plan/detail/mix.hpp>

namespace libsched::plan::detail {

/// What keeps a workload from its SLO whoever shares the GPU: its requests alone take longer.
struct Floor {
  std::string workload;
  double p99_ms = 0;  ///< of the longest of its GPU, host and copy times, each alone
  double slo_p99_ms = 0;
};

/// The first workload that closed forms rule out on this GPU in this shape, where no simulation would say otherwise.
std::optional<Floor> floor_above_slo(const scenario::Scenario& scenario, const Target& target, const Shape& shape);

}  // namespace libsched::plan::detail
