#pragma once

#include <vector>

#include "device.hpp"
#include "kernels.hpp"
#include "processes.hpp"
#include "timeline.hpp"

namespace slicewise::bench::cuda {

/// One kernel of this length each: short enough that an interrupt is obeyed at once.
constexpr double kRoundS = 0.4;

/// `processes` spin at the same time, round after round, and log when they were off the GPU.
struct Spinning {
  std::vector<std::vector<Timeline>> rounds;  // [process][round]
  Outcome outcome;
};
Spinning spin_together(int processes, double seconds, const Facts& facts);

}  // namespace slicewise::bench::cuda
