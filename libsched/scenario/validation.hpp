#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// What a measurement may do: set parameters of the model, or only judge them.
enum class Role { kFit, kValidate };

/// The numbers that people publish.
enum class Metric { kMean, kP50, kP90, kP99, kThroughput };

/// How files and reports spell it: `p99_ms`.
const char* name(Metric metric);

/// One published number.
struct Expectation {
  std::string workload;
  Metric metric = Metric::kMean;
  double value = 0;                     ///< ms, or completions per second of all pods of the workload
  std::optional<double> tolerance_pct;  ///< none: the interval must cover the value
};

/// One measured situation. `alternatives` are the scenario at other ends of what its authors did not publish; together
/// they widen the interval, the scenario itself gives the value.
struct ValidationCase {
  std::string name;
  std::string source;  ///< who measured it: repository, commit, file
  std::string note;    ///< what the scenario assumes
  Role role = Role::kValidate;
  Scenario scenario;
  std::vector<Scenario> alternatives;
  std::vector<Expectation> expect;
};

/// Reads the cases of one validation file (data/validation/README.md); `origin` names it in issues. Reports every
/// problem at once, each as `origin:line`.
Result<std::vector<ValidationCase>> read_validation(const std::string& text, const std::string& origin,
                                                    const std::string& directory);

/// The same from a file.
Result<std::vector<ValidationCase>> read_validation_file(const std::string& path);

}  // namespace libsched::scenario
