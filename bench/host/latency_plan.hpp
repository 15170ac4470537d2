#pragma once

#include <vector>

#include "bench/record/latency_run.hpp"

namespace slicewise::bench::host {

/// Time for few requests of each process: with less a run says nothing.
double least_s(const LatencyRun& run, double slice_us);

/// From requests much shorter than a slice to ones of several slices, alone first, then 2 to `processes` processes.
std::vector<LatencyRun> latency_plan(double slice_us, int processes);

}  // namespace slicewise::bench::host
