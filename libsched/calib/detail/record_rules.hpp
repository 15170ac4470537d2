#pragma once

#include <string>

#include <libsched/calib/detail/json_place.hpp>
#include <libsched/calib/record.hpp>

namespace libsched::calib::detail {

/// Says where a series known to hold times has another unit than "ns", or a time below 0. `place`: the series.
void check_times(const JsonPlace& place, const Series& series);

/// Says which parameters of a run no measurement has. `place`: the run. Of latency runs, all that a prediction needs
/// are looked at: a wrong word must not become a default.
void check_parameters(const JsonPlace& place, const Run& run, const std::string& measurement);

}  // namespace libsched::calib::detail
