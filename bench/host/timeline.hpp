#pragma once

#include <cstdint>
#include <vector>

#include "crew.hpp"
#include "log.hpp"

namespace slicewise::bench::host {

/// From when to when one process looked at the clock again and again without a break.
struct Span {
  std::int64_t start = 0;
  std::int64_t end = 0;
};
using SpanLog = Log<Span>;

/// A break shorter than this is not noted: an interrupt that did nothing takes less.
inline constexpr std::int64_t kShortestBreak = 5'000;

/// Looks at the clock until the shift is over and logs the spans between breaks.
void spin(SpanLog& log, int process, const Shift& shift);

/// One process had the core, short breaks included, from the first to the last look at the clock before another's.
struct Turn {
  int process = 0;
  std::int64_t start = 0;
  std::int64_t end = 0;
};

/// Who had the core when, and the breaks within turns, in which none of the measured processes ran: interrupts,
/// processes of others, a hypervisor, throttling.
struct Timeline {
  std::vector<Turn> turns;
  std::vector<Span> breaks;
};
/// `spans[process]` in order of time.
Timeline join(const std::vector<std::vector<Span>>& spans);

/// The timeline of `count` processes that do nothing but look at the clock.
Timeline watch(const Seat& seat, int count, double seconds, std::int64_t& lost, Shift& shift);

}  // namespace slicewise::bench::host
