#include <fmt/format.h>

#include <libsched/plan/sweep.hpp>
#include <memory>
#include <string>
#include <vector>

#include "exit_code.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace plan = libsched::plan;
using libsched::Issues;

struct SweepArguments {
  ScenarioInput input;
  std::vector<std::string> vary;
  bool own_seeds = false;
  plan::SweepOptions options;
};

int sweep(const SweepArguments& arguments) {
  Issues issues;
  std::vector<plan::Axis> axes;
  const auto keep = [&](const Issues& more) { issues.insert(issues.end(), more.begin(), more.end()); };
  for (const std::string& vary : arguments.vary) {
    auto axis = plan::read_axis(vary);
    if (axis) {
      axes.push_back(*std::move(axis));
    } else {
      keep(axis.error());
    }
  }
  const auto overrides = arguments.input.overrides(issues);
  const auto& source = arguments.input.source();
  if (!source) {
    keep(source.error());
  } else if (!issues.empty()) {
    // What can be read is told too: one call tells all.
    const auto settings = plan::grid(axes);
    keep(settings ? plan::check_rows(*source, overrides, *settings) : settings.error());
  }
  if (!issues.empty()) return report_issues(issues);

  plan::SweepOptions options = arguments.options;
  options.interrupt = watch_interrupt();
  options.seeds = arguments.own_seeds ? plan::Seeds::kOwn : plan::Seeds::kShared;
  const auto swept = [&] {
    Progress progress;
    options.progress = [&](double fraction) { progress.show(fraction); };
    return plan::sweep(*source, overrides, axes, options);
  }();
  if (!swept) return report_issues(swept.error());
  const std::size_t done = swept->done();
  const bool interrupted = done < swept->points.size();
  if (interrupted) complain(fmt::format("interrupted: {} of {} points are done", done, swept->points.size()));
  return print_result(to_csv(*swept), interrupted ? kInterrupted : kDone);
}

}  // namespace

Action add_sweep(CLI::App& verb) {
  auto arguments = std::make_shared<SweepArguments>();
  arguments->input.add_options(verb);
  verb.add_option(
          "--vary", arguments->vary,
          "values of one place in the file, e.g. --vary sharing.replicas=2,4,8 or =2:8 or =2:16:2; several span "
          "a grid, the last fastest")
      ->required()
      ->type_name("PATH=VALUES")
      ->allow_extra_args(false);
  verb.add_option("--threads", arguments->options.threads, "threads to run on (default: one for each core)")
      ->check(CLI::Range(1, 1024));
  verb.add_flag("--intervals", arguments->options.intervals,
                "also run the low and high ends of the card's parameters: columns _low and _high, as plan and simulate "
                "have them; without it a row is the nominal run alone");
  verb.add_flag("--own-seeds", arguments->own_seeds,
                "draw each point with a seed of its own, a hash of run.seed and the point's values (column seed); by "
                "default all see the same arrivals, so that points can be compared");
  return [arguments] { return sweep(*arguments); };
}

}  // namespace slicewise
