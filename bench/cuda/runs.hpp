#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/record/deadline.hpp"
#include "bench/record/record.hpp"
#include "processes.hpp"
#include "timeline.hpp"

namespace slicewise::bench::cuda {

/// How long a run with so many processes may sample, if it must be over by `slot`: what is left after their start,
/// which takes `start_s` for one and longer for many. None: not even `at_least_s`.
std::optional<double> sampling_s(const Deadline& slot, double start_s, int processes, double at_least_s);

/// How long a team may live that samples for `seconds`: with room for a slow start.
double team_limit_s(double seconds, double start_s, int processes);

/// Samples as a series of this run; `stopped` says whether somebody interrupted it.
void add_series(Run& run, const std::string& name, const std::string& unit, std::optional<int> process,
                std::vector<double> samples, std::int64_t dropped = 0);

/// A run that could not be done, with the reason.
void skip(Run& run, std::string why);

/// Adds the run. What went wrong in the team becomes the reason for a run without series, else a warning.
void add_run(Record& record, Run run, const Outcome& outcome);

/// Whole numbers as samples, less `origin`.
std::vector<double> samples(const std::vector<std::int64_t>& numbers, std::int64_t origin = 0);

/// gap_start, gap_length and busy_length of each process, counted from the first stamp of all. `rounds`: of each
/// process, one time line for each round.
void add_timelines(Run& run, const std::vector<std::vector<Timeline>>& rounds);

}  // namespace slicewise::bench::cuda
