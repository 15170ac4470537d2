#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "clock.hpp"
#include "seat.hpp"

namespace slicewise::bench::host {

/// From when to when a crew works.
struct Shift {
  std::int64_t start = 0;  // now_ns
  std::int64_t end = 0;
  const std::atomic<bool>* stop = nullptr;  // the user wants to go home
  // Known afterwards:
  std::int64_t watched_ns = 0;  // part of it in which the parent looked at its children's CPU time
  std::int64_t used_ns = 0;     // what they used of that, all together
  std::int64_t frozen_ns = 0;   // the longest time in which the parent, first on another core, did not run either
  bool over() const { return now_ns() >= end || stop->load(std::memory_order_relaxed); }
  double seconds() const { return static_cast<double>(end - start) * 1e-9; }
};

/// Runs `body(process, shift)` in `count` processes on the seat's core for `seconds`, all from the same instant, after
/// every one is set up, each as host (`sit_as_host`). Whoever is not done soon after the end is killed: what it logged
/// counts. Children die with their parent, and by an alarm of their own. Throws if one of them failed.
Shift run_crew(const Seat& seat, int count, double seconds, const std::function<void(int, const Shift&)>& body);

}  // namespace slicewise::bench::host
