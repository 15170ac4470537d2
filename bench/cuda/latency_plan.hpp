#pragma once

#include <vector>

#include "bench/record/latency_run.hpp"

namespace slicewise::bench::cuda {

/// What a record says of a run: also what only a GPU has.
Values parameters_of(const LatencyRun& run);

/// Alone, then 2 to 4 processes alike, busy neighbours, an open loop, and the sweep of host gaps.
std::vector<LatencyRun> latency_plan();

/// What runs under MPS, for so many clients: kernels that leave room on each multiprocessor and kernels that do not.
std::vector<LatencyRun> mps_plan(int clients);

}  // namespace slicewise::bench::cuda
