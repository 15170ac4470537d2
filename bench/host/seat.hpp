#pragma once

#include <string>

namespace slicewise::bench::host {

/// The core that is shared out, and how the kernel schedules on it.
struct Seat {
  int cpu = 0;
  bool round_robin = false;  // SCHED_RR is permitted; else the default scheduler
  double slice_ns = 0;       // what the kernel says; measured by `slice`

  std::string scheduler() const;
};

/// Asks the kernel what it permits. Throws if there is no such core.
Seat find_seat(int cpu);

/// Binds this thread to the core, above the work: a host that hands out work does not queue for the device.
void sit_as_host(const Seat& seat);
/// From now on this thread queues for the core, behind all that queue already.
void queue_for_device(const Seat& seat);
/// The parent stays off the core where it can, and above all else, so that it can always end its children.
void sit_as_parent(const Seat& seat);

}  // namespace slicewise::bench::host
