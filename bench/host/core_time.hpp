#pragma once

namespace slicewise::bench::host {

/// Where the time of one core went since the machine started, in seconds, as /proc/stat counts it: in steps of a tick.
struct CoreTime {
  double used = 0;    // by processes, the kernel and interrupts
  double stolen = 0;  // by a hypervisor
  double total = 0;   // all, idle time included

  friend CoreTime operator-(const CoreTime& a, const CoreTime& b) {
    return {a.used - b.used, a.stolen - b.stolen, a.total - b.total};
  }
};

/// All zero if the system does not tell.
CoreTime core_time(int cpu);

}  // namespace slicewise::bench::host
