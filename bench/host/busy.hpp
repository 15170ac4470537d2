#pragma once

#include "crew.hpp"

namespace slicewise::bench::host {

/// A neighbour that always wants the core.
inline void stay_busy(const Seat& seat, const Shift& shift) {
  queue_for_device(seat);
  while (!shift.over()) {
  }
}

}  // namespace slicewise::bench::host
