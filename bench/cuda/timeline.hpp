#pragma once

#include <cstdint>
#include <vector>

namespace slicewise::bench::cuda {

/// From `start_ns` to `end_ns` on the GPU's global timer, which all processes share.
struct Interval {
  std::int64_t start_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t length_ns() const { return end_ns - start_ns; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// A process was off the GPU: its last stamp before and its first one after. `work`: how much it had done by then.
struct Absence {
  Interval off;
  std::int64_t work = 0;
};

/// What one process logged while it tried to compute without a pause.
struct Timeline {
  Interval whole;  // from the first stamp to the last
  std::int64_t work = 0;
  std::vector<Absence> absences;  // in order of time
  std::int64_t dropped = 0;       // absences that found the log full; they are the last ones
};

/// Leaves what happened while all of them computed: some start later, and some end earlier, than others.
void keep_common(std::vector<Timeline>& timelines);

/// One stay of one process on the GPU.
struct Visit {
  int process = 0;
  Interval on;
  friend bool operator==(const Visit&, const Visit&) = default;
};

/// The stays of one process that began and ended with a switch: the first and the last one are cut by the measurement.
std::vector<Interval> whole_visits(const Timeline& timeline);

/// All stays of all processes, by start. Up to where the first full log ends: after that the picture has holes.
std::vector<Visit> visits(const std::vector<Timeline>& timelines);

/// From the last stamp of one process to the first stamp of the next one.
struct Handovers {
  std::vector<double> cost_ns;
  std::int64_t overlaps = 0;  // the next one ran before the first one had stopped: they do not take turns
};
Handovers handovers(const std::vector<Visit>& visits);

/// A background that never pauses, and short kernels of another process. Absences with exactly one kernel in them
/// count.
struct Interruptions {
  std::vector<double> preempt_ns;    // background stops -> kernel starts
  std::vector<double> voluntary_ns;  // kernel ends -> background goes on
};
Interruptions interruptions(const Timeline& background, const std::vector<Interval>& kernels);

/// Per whole visit: its length less the time that the work done in it takes alone. What caches and TLBs cost.
std::vector<double> lost_ns(const Timeline& timeline, double ns_per_work_alone);

}  // namespace slicewise::bench::cuda
