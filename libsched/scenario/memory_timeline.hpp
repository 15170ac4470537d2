#pragma once

#include <optional>
#include <vector>

#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario {

/// A day, the span over which memory is looked at: growth takes hours where requests take milliseconds.
inline constexpr double kMemoryHorizonS = 86'400;

/// Who gets its memory and who does not, over a day.
struct MemoryTimeline {
  std::vector<EventReport> events;    ///< oom and restart; of a pod that crashes for ever, the first few
  std::vector<bool> runs;             ///< by placed pod: false where it never gets the memory it starts with
  std::vector<double> up_fraction;    ///< by placed pod: part of the day that it runs
  std::optional<double> first_oom_s;  ///< none: nobody ran out
};

/// Plays allocations on every device. All pods start at 0 in order of creation. The allocation that crosses what CUDA
/// can hand out fails, in the process that makes it; so does one over an MPS client's limit. Its pod restarts after
/// Kubernetes' back-off: 10 s, doubling to 5 min, forgotten after 10 min without a crash. CUDA contexts have
/// their nominal size.
MemoryTimeline memory_timeline(const Scenario& scenario, const Placement& placement);

/// How likely somebody runs out of memory within a day, given that the size of a CUDA context is only known within a
/// range (taken as triangular, the same way off for all). 0 or 1 where nothing is uncertain.
double oom_probability_per_day(const Scenario& scenario, const Placement& placement);

/// The most pods of the scenario that fit on any of its devices together, whichever of them meet, at their peaks and
/// with the largest contexts. None where no workload states its memory.
std::optional<int> safe_replicas(const Scenario& scenario);

}  // namespace libsched::scenario
