#include <libsched/plan/validate.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <libsched/calib/record.hpp>
#include <libsched/plan/record_cases.hpp>

#include "exit_code.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace plan = libsched::plan;

struct ValidateOptions {
  std::string path;
  bool json = false;
  bool markdown = false;
};

/// The cases shipped, those of files, or the latency runs of measurement records with what is to be said about them.
libsched::Result<std::vector<libsched::scenario::ValidationCase>> cases_for(const std::string& path,
                                                                            std::vector<std::string>& notes) {
  if (path.empty()) return plan::shipped_validation_cases();
  if (!libsched::calib::holds_records(path)) return plan::validation_cases_at(path);
  const auto records = libsched::calib::read_records({path});
  if (!records) return records.error();
  auto cases = plan::record_cases(*records);
  if (!cases) return cases.error();
  notes = std::move(cases->notes);
  return std::move(cases->cases);
}

int validate(const ValidateOptions& options) {
  std::vector<std::string> notes;
  const auto cases = cases_for(options.path, notes);
  if (!cases) return report_issues(cases.error());
  plan::ValidationHooks hooks;
  hooks.interrupt = watch_interrupt();
  plan::Validation validation;
  {
    Progress progress;
    hooks.progress = [&](double fraction) { progress.show(fraction); };
    validation = plan::validate(*cases, hooks);
    validation.notes = std::move(notes);
  }
  return print_result(options.json       ? plan::to_json(validation)
                      : options.markdown ? plan::to_markdown(validation)
                                         : plan::to_text(validation),
                      kDone);
}

}  // namespace

Action add_validate(CLI::App& verb) {
  auto options = std::make_shared<ValidateOptions>();
  verb.add_option("PATH", options->path,
                  "a validation file or a measurement record, or a folder of them; without it, the cases shipped");
  CLI::Option* json = verb.add_flag("--json", options->json, "print one JSON document (schema slicewise.validate/1)");
  verb.add_flag("--markdown", options->markdown, "print the page docs/accuracy.md")->excludes(json);
  return [options] { return validate(*options); };
}

}  // namespace slicewise
