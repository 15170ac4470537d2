#pragma once

#include <optional>
#include <span>
#include <vector>

#include <libsched/calib/robust.hpp>

namespace libsched::calib {

/// The slice and the switch cost that entry times reveal. Nanoseconds.
struct Grid {
  Located slice;
  Located switch_cost;
  double sigma = 0;               ///< robust scatter of the entries around the grid
  std::vector<double> residuals;  ///< entry - grid, in the order of the entries
  std::vector<double> slices;     ///< the slice at whose end each entry began: 1, 2, ...
  double degrees_of_freedom = 0;  ///< entries - 2
};

/// Where a slice may lie, and the tick of the clock that took the times (0: not known).
struct GridLimits {
  double shortest_ns = 100e3;
  double longest_ns = 1e9;
  double tick_ns = 0;
};

/// Fits entry = k S + c, k = 1, 2, ...: a newcomer enters at the next multiple of the slice after its arrival, plus one
/// switch (gpu-model section 1, rules 2 and 4), where the resident's first slice began at time 0. Neither S nor k is
/// known. `entries_ns` in any order. Candidates for S are the distances of clusters of entries over 1, 2, ...; the
/// largest that leaves residuals as small as any wins, because S/2 fits whatever S fits. The final line is Huber's. A
/// clock that runs fast or slow stretches S and c alike. None where all entries belong to one slice, or no grid
/// fits: the scatter of a wrong grid is that of a uniform law.
std::optional<Grid> fit_grid(std::span<const double> entries_ns, const GridLimits& limits = {});

}  // namespace libsched::calib
