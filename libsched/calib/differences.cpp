#include <fmt/format.h>

#include <libsched/calib/fit.hpp>

namespace libsched::calib {
namespace {

/// What a difference of two records is called, where it keeps them apart.
std::string difference(const Record& one, const Record& first) {
  if (one.device.kind != first.device.kind || one.device.name != first.device.name) {
    return fmt::format("is of another device: {} {}, not {} {}", one.device.kind, one.device.name, first.device.kind,
                       first.device.name);
  }
  if (one.driver != first.driver) {
    return fmt::format("is of another driver: {}, not {}", one.driver.empty() ? "unknown" : one.driver,
                       first.driver.empty() ? "unknown" : first.driver);
  }
  const auto &scheduler = one.conditions.scheduler, &other = first.conditions.scheduler;
  if (scheduler && other && *scheduler != *other) {
    return fmt::format("is of another scheduler: {}, not {}", *scheduler, *other);
  }
  return {};
}

}  // namespace

Issues differences(const std::vector<Record>& records) {
  Issues issues;
  for (const Record& record : records) {
    const Record& first = records.front();
    if (const std::string what = difference(record, first); !what.empty()) {
      issues.push_back({record.origin, fmt::format("{} (as in {})", what, first.origin),
                        "calibrate each device in each state by itself"});
    } else if (record.mode != "time-slicing" && (record.measurement == "slice" || record.measurement == "switch" ||
                                                 record.measurement == "ring" || record.measurement == "latency")) {
      issues.push_back({record.origin, fmt::format("was measured in mode {}, not time-slicing", record.mode),
                        "a profile has the parameters of time-slicing: leave this record out"});
    }
  }
  return issues;
}

}  // namespace libsched::calib
