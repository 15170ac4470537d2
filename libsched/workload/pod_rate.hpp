#pragma once

#include <optional>

#include <libsched/workload/workload.hpp>

namespace libsched::workload {

/// Requests per second of one pod; none for closed clients. A rate for all pods is shared evenly.
std::optional<double> pod_rate_per_s(const Workload& workload);

}  // namespace libsched::workload
