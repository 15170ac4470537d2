#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/scenario/validation.hpp>

namespace libsched::plan {

/// One published number beside its prediction.
struct ValidationRow {
  std::string name;  ///< of the case
  std::string source;
  std::string note;
  scenario::Role role = scenario::Role::kValidate;
  std::string workload;
  scenario::Metric metric = scenario::Metric::kMean;
  std::optional<scenario::Interval> predicted;  ///< none where the model calls the load unstable
  double measured = 0;
  double error_pct = 0;                 ///< predicted / measured - 1; 0 without a prediction
  std::optional<double> tolerance_pct;  ///< none: only the interval is judged
  bool covered = false;                 ///< the interval contains the measured number
  bool met = false;                     ///< within the tolerance, or covered where there is none
  std::string mode{};                   ///< "time-slicing", "mps on a MIG instance"
  std::string gpu{};
};

/// The error table.
struct Validation {
  std::vector<ValidationRow> rows;
  bool interrupted = false;          ///< the rows are those that were done
  std::vector<std::string> notes{};  ///< of measurement records: how they were split, what was fitted
};

/// What a caller may want while cases run.
struct ValidationHooks {
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double fraction)> progress;
};

/// The cases of data/validation, compiled in.
Result<std::vector<scenario::ValidationCase>> shipped_validation_cases();

/// The cases of one file, or of every .yaml, .yml and .json file of a folder in the order of their names.
Result<std::vector<scenario::ValidationCase>> validation_cases_at(const std::string& path);

/// Predicts every case. Deterministic.
Validation validate(const std::vector<scenario::ValidationCase>& cases, const ValidationHooks& hooks = {});

/// One line: how many rows are within tolerance, and the worst.
std::string verdict(const Validation& validation);

/// The verdict, and a Markdown table of the rows that judge by mode and card: for the README.
std::string accuracy_summary(const Validation& validation);

/// The JSON document of `slicewise validate --json` (schema slicewise.validate/1), ending in a newline.
std::string to_json(const Validation& validation);

/// The same for people: the first line is the verdict.
std::string to_text(const Validation& validation);

/// The same as a page: docs/accuracy.md.
std::string to_markdown(const Validation& validation);

}  // namespace libsched::plan
