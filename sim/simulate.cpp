#include <libsched/scenario/simulate.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "exit_code.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "trace.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace scenario = libsched::scenario;

struct SimulateOptions {
  ScenarioInput input;
  bool json = false;
  std::string trace_file;
  double trace_window_ms = 2000;
  const CLI::Option* trace_window = nullptr;
};

int simulate(const SimulateOptions& options) {
  libsched::Issues issues;
  auto read = options.input.read();
  if (!read) issues = read.error();
  for (auto& problem : problems_with_outputs({{"--trace", options.trace_file}}, options.input.files())) {
    issues.push_back(std::move(problem));
  }
  if (std::isnan(options.trace_window_ms)) {  // which no range check refuses
    issues.push_back({"--trace-window", "is not a number", "give milliseconds of virtual time"});
  }
  if (options.trace_window->count() > 0 && options.trace_file.empty()) {
    issues.push_back({"--trace-window", "is the length of a trace that nobody asked for",
                      "add --trace OUT.JSON, or leave out --trace-window"});
  }
  if (!issues.empty()) return report_issues(issues);

  std::optional<Trace> trace;
  scenario::Hooks hooks;
  hooks.interrupt = watch_interrupt();
  if (!options.trace_file.empty()) {
    trace.emplace(*read, libsched::from_ms(options.trace_window_ms));
    hooks.observer = [&](std::uint32_t gpu) { return trace->observer(gpu); };
  }
  scenario::Report report;
  {
    Progress progress;
    hooks.progress = [&](double fraction) { progress.show(fraction); };
    report = scenario::simulate(*read, hooks);
  }
  int code = report.stopped == "interrupted" ? kInterrupted : kDone;
  if (trace) {
    if (auto problem = trace->write(options.trace_file)) code = report_issues({*problem});
  }
  return print_result(options.json ? to_json(report) : to_text(report), code);
}

}  // namespace

Action add_simulate(CLI::App& verb) {
  auto options = std::make_shared<SimulateOptions>();
  options->input.add_options(verb);
  verb.add_flag("--json", options->json, "print one JSON document (schema slicewise.simulate/1)");
  verb.add_option("--trace", options->trace_file, "write what each GPU did, for Perfetto or chrome://tracing")
      ->type_name("OUT.JSON");
  options->trace_window =
      verb.add_option("--trace-window", options->trace_window_ms, "length of the trace in ms of virtual time")
          ->check(CLI::Range(0.001, 3.6e6))
          ->capture_default_str();
  return [options] { return simulate(*options); };
}

}  // namespace slicewise
