#pragma once

#include "seat.hpp"

namespace slicewise::bench::host {

/// What a core does by itself: medians of many short pieces, so that an interrupt in some of them does not matter.
struct CoreSpeed {
  double work_per_us = 0;     // iterations of `work`, alone
  double timer_delay_ns = 0;  // how much later than asked for a sleeper runs
};

/// Takes about `seconds`.
CoreSpeed core_speed(const Seat& seat, double seconds);

}  // namespace slicewise::bench::host
