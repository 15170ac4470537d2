#pragma once

#include <string>

#include <libsched/calib/fit.hpp>

namespace libsched::plan {

/// One line: the device, its slice and switch, and how many parameters the records could tell.
std::string verdict(const calib::Fit& fit);

/// The JSON document of `slicewise calibrate --json` (schema slicewise.calibrate/1), ending in a newline. With the
/// profile file as text.
std::string to_json(const calib::Fit& fit);

/// The same for people: the first line is the verdict, then a row for each parameter.
std::string to_text(const calib::Fit& fit);

}  // namespace libsched::plan
