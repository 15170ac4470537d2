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

/// The gaps between turns, of all gaps that a measuring program saw in one process's timeline, in order. Lost stamps
/// and interrupts make gaps that are far shorter than turns of other processes: they are cut off where the logarithms
/// of the lengths fall into two classes best (Otsu). `noise_ns`: gaps up to this length happen without others on the
/// device (0: not known). Precondition: as many starts as lengths.
std::vector<Gap> gaps_between_turns(std::span<const double> starts, std::span<const double> lengths, double noise_ns);

/// Where values fall into two classes best, on a logarithmic scale: the geometric middle between the classes. None
/// where they are one class (the classes would be less than a factor of 3 apart). Precondition: all > 0.
std::optional<double> class_border(std::span<const double> values);

}  // namespace libsched::calib
