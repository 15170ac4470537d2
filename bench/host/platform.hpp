#pragma once

#include "bench/record/program.hpp"
#include "seat.hpp"

namespace slicewise::bench::host {

/// What this machine is, as far as it says so.
Platform describe(const Seat& seat);

/// The number of the last core this process may use: the first ones serve most interrupts.
int last_cpu();

}  // namespace slicewise::bench::host
