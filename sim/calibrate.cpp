#include <libsched/plan/calibration_report.hpp>

#include <memory>
#include <string>
#include <utility>
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
  std::string profile;  ///< where it goes
  bool json = false;
};

int calibrate(const CalibrateOptions& options) {
  libsched::Issues issues;
  const auto records = calib::read_records(options.records);
  if (!records) issues = records.error();
  std::vector<libsched::NamedPath> inputs;
  for (const std::string& record : options.records) inputs.push_back({"the record", record});
  if (records) {  // with those of folders
    for (const calib::Record& record : *records) inputs.push_back({"the record", record.origin});
  }
  for (auto& problem : problems_with_outputs({{"-o", options.profile}}, inputs)) issues.push_back(std::move(problem));
  if (!issues.empty()) return report_issues(issues);
  const auto fit = calib::fit_profile(*records);
  if (!fit) return report_issues(fit.error());
  int code = kDone;
  if (!options.profile.empty()) {
    if (auto problem = write_output("-o", options.profile, calib::to_yaml(*fit))) code = report_issues({*problem});
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
