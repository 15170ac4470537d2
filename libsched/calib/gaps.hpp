#pragma once

#include <optional>
#include <span>
#include <vector>

namespace libsched::calib {

/// When a process was off the device, and how long it ran from there to the next gap. Nanoseconds.
struct Gap {
  double start = 0;
  double length = 0;
  double busy_after = 0;  ///< 0 after the last
};

/// What one process's timeline says of its turns.
struct Turns {
  double step_ns = 0;       ///< between two stamps of a process that runs
  double threshold_ns = 0;  ///< what is longer is a gap between turns
  std::vector<Gap> gaps;    ///< between turns
  std::size_t short_gaps =
      0;  ///< lost stamps and interrupts: longer than a step, too short for a turn of somebody else
};

/// Finds the gaps between the turns of a process that does nothing but note the time. `stamps` ascend, in ns, and may
/// be rounded to a tick; `tick_ns` 0: not known; `noise_ns`: gaps up to this length happen without others on the device
/// (0: not known).
///
/// A step is the median distance of stamps. What is over 3 steps and 2 ticks and the noise is a candidate; lost stamps
/// and interrupts among them are far shorter than turns of other processes, so the candidates are cut where their
/// logarithms fall into two classes best (Otsu). A gap ends with the step that was under way: it is a step shorter than
/// the distance of the stamps. None where nothing ever interrupts.
std::optional<Turns> find_turns(std::span<const double> stamps, double tick_ns = 0, double noise_ns = 0);

/// The same from gaps that the measuring program found: `starts` and `lengths` of one process.
std::optional<Turns> turns_of(std::span<const double> starts, std::span<const double> lengths, double step_ns,
                              double noise_ns);

/// Where values fall into two classes best, on a logarithmic scale: the geometric middle between the classes. None
/// where they are one class (the classes would be less than a factor of 3 apart). Precondition: all > 0.
std::optional<double> class_border(std::span<const double> values);

}  // namespace libsched::calib
