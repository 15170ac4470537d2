#pragma once

#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/calib/fit.hpp>
#include <libsched/calib/record.hpp>
#include <libsched/scenario/validation.hpp>

namespace libsched::plan {

/// The latency runs of measurement records as validation cases.
struct RecordCases {
  std::vector<scenario::ValidationCase> cases;
  calib::Fit fit;                  ///< to everything but the runs that judge
  std::vector<std::string> notes;  ///< how the runs were split, what was fitted, what cannot be predicted and why
};

/// Splits the latency runs of two or more processes: of the distinct scenarios, in the order of the records, every
/// third one may set parameters, the others judge; runs of one scenario are never on both sides. Then fits the profile
/// to all measurements but the runs that judge, and makes each run a case: its processes on a device with that profile,
/// each request taking what the run of one process says it takes alone. Issues: as `calib::fit_profile`; no latency
/// run that can be predicted.
Result<RecordCases> record_cases(const std::vector<calib::Record>& records);

/// What `slicewise validate PATH` predicts.
struct CasesAt {
  std::vector<scenario::ValidationCase> cases;
  std::vector<std::string> notes;  ///< of records; empty for validation files
};

/// The cases shipped (`path` empty), those of a validation file or a folder of them, or those of a measurement record
/// or a folder of them.
Result<CasesAt> cases_at(const std::string& path);

/// What counts as well predicted.
inline constexpr double kThroughputTolerancePct = 10;
inline constexpr double kMedianTolerancePct = 10;
inline constexpr double kTailTolerancePct = 20;

}  // namespace libsched::plan
