#pragma once

#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// As `read_scenario`, for who chooses mode and replicas: `sharing` need not give them. Where it does not,
/// `sharing.replicas` is 0, and `sharing.mode` exclusive.
Result<Scenario> read_scenario_to_plan(const Source& source, const std::vector<Override>& overrides = {});

}  // namespace libsched::scenario
