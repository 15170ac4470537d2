#include "timeline.hpp"

#include <algorithm>
#include <limits>

namespace slicewise::bench::cuda {

std::vector<Interval> whole_visits(const Timeline& timeline) {
  std::vector<Interval> found;
  for (std::size_t i = 1; i < timeline.absences.size(); ++i)
    found.push_back({timeline.absences[i - 1].off.end_ns, timeline.absences[i].off.start_ns});
  return found;
}

void keep_common(std::vector<Timeline>& timelines) {
  Interval common{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  for (const Timeline& one : timelines) {
    common.start_ns = std::max(common.start_ns, one.whole.start_ns);
    common.end_ns = std::min(common.end_ns, one.whole.end_ns);
  }
  for (Timeline& one : timelines) {
    one.whole = {std::max(one.whole.start_ns, common.start_ns), std::min(one.whole.end_ns, common.end_ns)};
    std::erase_if(one.absences, [&](const Absence& absence) {
      const bool too_early = absence.off.start_ns < common.start_ns;
      const bool too_late = absence.off.end_ns > common.end_ns;
      // One that lies across the border: the process was not there then.
      if (too_early) one.whole.start_ns = std::max(one.whole.start_ns, absence.off.end_ns);
      if (too_late) one.whole.end_ns = std::min(one.whole.end_ns, absence.off.start_ns);
      return too_early || too_late;
    });
  }
}

std::vector<Visit> visits(const std::vector<Timeline>& timelines) {
  std::int64_t known_until = std::numeric_limits<std::int64_t>::max();
  for (const Timeline& one : timelines) {
    if (one.dropped > 0 && !one.absences.empty()) known_until = std::min(known_until, one.absences.back().off.end_ns);
  }
  std::vector<Visit> found;
  for (std::size_t process = 0; process < timelines.size(); ++process) {
    const Timeline& one = timelines[process];
    const auto add = [&](std::int64_t start, std::int64_t end) {
      if (end <= known_until) found.push_back({static_cast<int>(process), {start, end}});
    };
    std::int64_t start = one.whole.start_ns;
    for (const Absence& absence : one.absences) {
      add(start, absence.off.start_ns);
      start = absence.off.end_ns;
    }
    if (one.whole.end_ns > one.whole.start_ns) add(start, one.whole.end_ns);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Visit& a, const Visit& b) { return a.on.start_ns < b.on.start_ns; });
  return found;
}

Handovers handovers(const std::vector<Visit>& visits) {
  Handovers found;
  for (std::size_t i = 1; i < visits.size(); ++i) {
    if (visits[i].process == visits[i - 1].process) continue;
    const std::int64_t cost = visits[i].on.start_ns - visits[i - 1].on.end_ns;
    if (cost < 0)
      ++found.overlaps;
    else
      found.cost_ns.push_back(static_cast<double>(cost));
  }
  return found;
}

Interruptions interruptions(const Timeline& background, const std::vector<Interval>& kernels) {
  std::vector<Interval> sorted = kernels;
  std::sort(sorted.begin(), sorted.end(), [](const Interval& a, const Interval& b) { return a.start_ns < b.start_ns; });
  Interruptions found;
  std::size_t next = 0;
  for (const Absence& absence : background.absences) {
    while (next < sorted.size() && sorted[next].start_ns < absence.off.start_ns) ++next;
    std::size_t end = next;
    while (end < sorted.size() && sorted[end].end_ns <= absence.off.end_ns) ++end;
    if (end == next + 1) {
      found.preempt_ns.push_back(static_cast<double>(sorted[next].start_ns - absence.off.start_ns));
      found.voluntary_ns.push_back(static_cast<double>(absence.off.end_ns - sorted[next].end_ns));
    }
    next = end;
  }
  return found;
}

std::vector<double> lost_ns(const Timeline& timeline, double ns_per_work_alone) {
  std::vector<double> found;
  const std::vector<Interval> stays = whole_visits(timeline);
  for (std::size_t i = 0; i < stays.size(); ++i) {
    const std::int64_t done = timeline.absences[i + 1].work - timeline.absences[i].work;
    found.push_back(static_cast<double>(stays[i].length_ns()) - static_cast<double>(done) * ns_per_work_alone);
  }
  return found;
}

}  // namespace slicewise::bench::cuda
