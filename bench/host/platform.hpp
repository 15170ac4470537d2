#pragma once

#include "bench/record/program.hpp"
#include "seat.hpp"

namespace slicewise::bench::host {

/// What this machine is, as far as it says so.
Platform describe(const Seat& seat);

/// The number of the last core this process may use: the first ones serve most interrupts.
int last_cpu();
/// Found out by going there and back: a container may be kept off cores that exist.
bool may_run_on(int cpu);

}  // namespace slicewise::bench::host
