#include <libsched/plan/calibration_report.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <libsched/calib/fit.hpp>
#include <libsched/calib/record.hpp>

#include "exit_code.hpp"
#include "output.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace calib = libsched::calib;

struct CalibrateOptions {
  std::vector<std::string> records;
  std::optional<std::string> profile;  ///< where it goes
  bool json = false;
};

/// Measurements take hours and a profile seconds: none is written over a file that was read.
std::optional<libsched::Issue> overwrites(const std::string& profile, const std::vector<std::string>& inputs) {
  const auto same = [&](const std::string& input) {
    std::error_code error;  // of a file that does not exist
    return std::filesystem::equivalent(profile, input, error) && !error;
  };
  const auto input = std::find_if(inputs.begin(), inputs.end(), same);
  if (input == inputs.end()) return std::nullopt;
  return libsched::Issue{"-o " + profile, "is the record " + *input, "choose another file for the profile"};
}

int calibrate(const CalibrateOptions& options) {
  libsched::Issues issues;
  const auto records = calib::read_records(options.records);
  if (!records) issues = records.error();
  if (options.profile) {
    std::vector<std::string> inputs = options.records;
    if (records) {  // with those of folders
      for (const calib::Record& record : *records) inputs.push_back(record.origin);
    }
    if (auto problem = problem_with_output("-o", *options.profile)) {
      issues.push_back(*problem);
    } else if (auto over = overwrites(*options.profile, inputs)) {
      issues.push_back(*over);
    }
  }
  if (!issues.empty()) return report_issues(issues);
  const auto fit = calib::fit_profile(*records);
  if (!fit) return report_issues(fit.error());
  int code = kDone;
  if (options.profile) {
    if (auto problem = write_output("-o", *options.profile, calib::to_yaml(*fit))) code = report_issues({*problem});
  }
  return print_result(options.json ? libsched::plan::to_json(*fit) : libsched::plan::to_text(*fit), code);
}

}  // namespace

Action add_calibrate(CLI::App& verb) {
  auto options = std::make_shared<CalibrateOptions>();
  verb.add_option("RECORD", options->records,
                  "measurement records of slicewise-bench-cuda or -host, or folders of them")
      ->required();
  verb.add_option("-o,--output", options->profile,
                  "write the profile, for gpu: {model: T4, profile: FILE} of a scenario")
      ->type_name("PROFILE.YAML");
  verb.add_flag("--json", options->json, "print one JSON document (schema slicewise.calibrate/1)");
  return [options] { return calibrate(*options); };
}

}  // namespace slicewise
