#pragma once

#include <optional>
#include <vector>

#include <libsched/scenario/report.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario::detail {

/// Which of the placed pods can start on their devices. Kubernetes counts slots; memory and MPS clients are found out
/// by the process.
struct Admission {
  Placement placement;  ///< the pods that start
  std::optional<MemoryReport> memory;
  std::vector<EventReport> events;
  Issues notes;
};

Admission admit(const Scenario& scenario, const Placement& placed);

void add_admission(Report& report, const Admission& admission);

}  // namespace libsched::scenario::detail
