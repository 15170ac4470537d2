#pragma once

#include <string>
#include <vector>

#include "device.hpp"
#include "latency_plan.hpp"
#include "processes.hpp"
#include "variables.hpp"

namespace slicewise::bench::cuda {

/// Runs these settings one after the other in one team, `seconds` each by weight. Precondition: all have the same
/// number of processes.
Outcome serve(const std::vector<LatencyRun>& settings, double seconds, const Facts& facts,
              const Variables& variables = {});

/// What came of it, one run for each setting: latency, completions and window of each measured process. `more` goes to
/// the parameters, `suffix` to the names.
void add_served(Record& record, const std::string& measurement, const std::vector<LatencyRun>& settings,
                const Outcome& outcome, const std::string& suffix = {}, const Values& more = {});

/// The same without a team: they could not be run.
void add_skipped(Record& record, const std::string& measurement, const std::vector<LatencyRun>& settings,
                 const std::string& why, const std::string& suffix = {}, const Values& more = {});

}  // namespace slicewise::bench::cuda
