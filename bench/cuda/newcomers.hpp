#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "timeline.hpp"

namespace slicewise::bench::cuda {

/// How one process that joined busy ones was let in. Processes are numbered in the order in which their contexts were
/// made.
struct Newcomer {
  int process = 0;
  std::int64_t wait_ns = 0;  // from its arrival to its first stamp
  /// Served right after the one before it in the order of creation, as a runlist in that order does. None: too few
  /// busy.
  std::optional<bool> by_creation;
  /// Served last of those that waited, right before the one that was on the GPU at its arrival comes again.
  std::optional<bool> by_arrival;
};

/// For each process that arrived when two or more others were busy (with one there is only one order).
/// `arrival_ns`: of each process, on the GPU's timer.
std::vector<Newcomer> newcomers(const std::vector<Visit>& visits, const std::vector<std::int64_t>& arrival_ns);

}  // namespace slicewise::bench::cuda
