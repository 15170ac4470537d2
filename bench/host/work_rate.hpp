#pragma once

#include "seat.hpp"

namespace slicewise::bench::host {

/// Iterations of `work` in one microsecond of this core, alone: the median of many short pieces, so that an interrupt
/// in some of them does not matter. Takes about `seconds`.
double work_rate_per_us(const Seat& seat, double seconds);

}  // namespace slicewise::bench::host
