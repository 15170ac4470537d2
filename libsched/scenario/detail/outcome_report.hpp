#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <libsched/actors/system.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/system_spec.hpp>

namespace libsched::scenario::detail {

/// The report before anything has run: who runs where, who does not, what memory it takes, who is overloaded for
/// certain.
Report frame(const Scenario& scenario, const Placement& placement, const std::vector<LoadVerdict>& verdicts);

/// Every number that the answer rests on and that is uncertain or assumed, with its range and source; not what the
/// workloads leave unstated.
std::vector<std::string> assumptions(const Scenario& scenario);

/// Puts what the workloads do not state before the other assumptions and notes.
void say_unstated(Report& report, const Scenario& scenario);

/// Notes that the intervals hold this many draws of what is drawn once for a run.
void say_phases(Report& report, std::uint64_t draws);

/// Notes that `run.max_events` came first.
void say_cut(Report& report, const Scenario& scenario);

/// Notes that only so many runs of all that the intervals need are done.
void say_interrupted(Report& report, std::size_t done, std::size_t all);

/// Puts in what the nominal run found.
void add_nominal(Report& report, const actors::Outcome& outcome, const std::vector<LoadVerdict>& verdicts);

/// Widens the intervals by what a run at one end of the parameters found.
void widen(Report& report, const actors::Outcome& outcome, const std::vector<LoadVerdict>& verdicts);

/// Compares each p99 with its target.
void judge_slos(Report& report);

}  // namespace libsched::scenario::detail
