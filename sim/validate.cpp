#include <libsched/plan/validate.hpp>

#include <memory>
#include <string>
#include <utility>

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

int validate(const ValidateOptions& options) {
  auto cases = plan::cases_at(options.path);
  if (!cases) return report_issues(cases.error());
  plan::ValidationHooks hooks;
  hooks.interrupt = watch_interrupt();
  plan::Validation validation;
  {
    Progress progress;
    hooks.progress = [&](double fraction) { progress.show(fraction); };
    validation = plan::validate(cases->cases, hooks);
    validation.notes = std::move(cases->notes);
  }
  return print_result(options.json       ? plan::to_json(validation)
                      : options.markdown ? plan::to_markdown(validation)
                                         : plan::to_text(validation),
                      validation.interrupted ? kInterrupted : kDone);
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
