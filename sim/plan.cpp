#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <libsched/base/nearest.hpp>
#include <libsched/plan/plan.hpp>
#include <libsched/plan/plan_issues.hpp>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "input.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

namespace plan = libsched::plan;
using libsched::Issue;
using libsched::Issues;
using libsched::scenario::Mode;

struct PlanArguments {
  ScenarioInput input;
  std::vector<std::string> modes;
  std::vector<std::string> prices;
  std::string mix = "worst";
  std::string directory;
  bool json = false;
  plan::PlanOptions options;
};

void read_modes(const PlanArguments& arguments, plan::PlanOptions& options, Issues& issues) {
  constexpr Mode kModes[] = {Mode::kExclusive, Mode::kTimeSlicing, Mode::kMps, Mode::kMig};
  std::vector<std::string> known;
  for (const Mode mode : kModes) known.emplace_back(libsched::scenario::name(mode));
  for (const std::string& word : arguments.modes) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found != known.end()) {
      options.modes.push_back(kModes[found - known.begin()]);
      continue;
    }
    const std::string near = libsched::nearest(word, known);
    issues.push_back(
        {"--modes", fmt::format("unknown mode '{}'", word),
         near.empty() ? "choose among exclusive, time-slicing, mps, mig" : fmt::format("did you mean {}?", near)});
  }
}

void read_prices(const PlanArguments& arguments, plan::PlanOptions& options, Issues& issues) {
  for (const std::string& price : arguments.prices) {
    const std::size_t equals = price.find('=');
    double usd = 0;
    const char* end = price.data() + price.size();
    const char* begin = equals == std::string::npos ? end : price.data() + equals + 1;
    const auto [stop, error] = std::from_chars(begin, end, usd);
    if (equals == std::string::npos || equals == 0 || error != std::errc{} || stop != end) {
      issues.push_back(
          {"--price " + price, "is no price", "write --price INSTANCE=USD, e.g. --price g4dn.xlarge=0.35"});
    } else if (!options.usd_per_hour.emplace(price.substr(0, equals), usd).second) {
      issues.push_back({"--price " + price, fmt::format("is a second price of {}", price.substr(0, equals)),
                        "give each instance one price"});
    }
  }
}

/// Makes a folder in `parent` and removes it again: permissions alone do not say it, for root and on some file systems.
bool can_be_written(const std::filesystem::path& parent) {
  std::string trial = (parent / ".slicewise-XXXXXX").string();
  return ::mkdtemp(trial.data()) != nullptr && ::rmdir(trial.c_str()) == 0;
}

/// What can be known about -o before minutes of planning: the folder, or the nearest that exists above it, can be
/// written.
void check_directory(const std::string& directory, Issues& issues) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path whole = fs::absolute(directory, error);
  fs::path nearest = whole;
  while (fs::symlink_status(nearest, error).type() == fs::file_type::not_found && nearest.has_relative_path()) {
    nearest = nearest.parent_path();
  }
  const std::string which = nearest == whole ? "" : fmt::format("lies in {}, which ", nearest.string());
  if (!fs::is_directory(nearest, error)) {
    issues.push_back({"-o " + directory, which + "is not a folder", "choose a folder that can be written"});
  } else if (!can_be_written(nearest)) {
    issues.push_back({"-o " + directory, fmt::format("{}cannot be written: {}", which, std::strerror(errno)),
                      "choose a folder that can be written"});
  }
}

int plan_verb(const PlanArguments& arguments) {
  plan::PlanOptions options = arguments.options;
  Issues issues;
  read_modes(arguments, options, issues);
  read_prices(arguments, options, issues);
  options.proportional_mix = arguments.mix == "proportional";
  if (!arguments.directory.empty()) check_directory(arguments.directory, issues);
  std::vector<libsched::NamedPath> written_over;
  if (!arguments.directory.empty()) {
    for (const std::string& file : plan::file_names()) {
      written_over.push_back({"-o", (std::filesystem::path{arguments.directory} / file).string()});
    }
  }
  for (Issue& issue : overwritten_by(written_over, arguments.input.files())) issues.push_back(std::move(issue));
  auto scenario = arguments.input.read_to_plan();
  options.file = arguments.input.name();
  if (!scenario) {
    issues.insert(issues.end(), scenario.error().begin(), scenario.error().end());
  } else if (!issues.empty()) {
    for (const Issue& issue : plan::plan_issues(*scenario, options)) issues.push_back(arguments.input.located(issue));
  }
  if (!issues.empty()) return report_issues(issues);

  options.interrupt = watch_interrupt();
  auto made = [&] {
    Progress progress;
    options.progress = [&](double fraction) { progress.show(fraction); };
    return plan::make_plan(*scenario, options);
  }();
  if (!made) {
    for (const Issue& issue : made.error()) issues.push_back(arguments.input.located(issue));
    return report_issues(issues);
  }
  const bool found = made->recommended || (made->pooled && made->pooled->recommended);
  std::vector<plan::WrittenFile> written;
  int code = made->interrupted ? kInterrupted : found ? kDone : kNoPlan;
  if (!arguments.directory.empty() && made->interrupted) {
    complain("-o: interrupted, so nothing was written: what was not looked at may be better");
  } else if (!arguments.directory.empty() && found) {
    if (const Issues problems = plan::write_files(*made, arguments.directory, &written); !problems.empty()) {
      code = report_issues(problems);
    }
  }
  return print_result(arguments.json ? to_json(*made) : to_text(*made, arguments.input.words("simulate"), written),
                      code);
}

}  // namespace

Action add_plan(CLI::App& verb) {
  auto arguments = std::make_shared<PlanArguments>();
  arguments->input.add_options(verb);
  const auto list = [&](const char* option, std::vector<std::string>& into, const char* what) {
    verb.add_option(option, into, what)->delimiter(',')->allow_extra_args(false);
  };
  list("--modes", arguments->modes, "modes to consider, e.g. time-slicing (default: all; exclusive always is)");
  verb.add_option("--max-replicas", arguments->options.max_replicas, "most replicas per GPU to consider")
      ->capture_default_str();
  list("--instances", arguments->options.instances, "instance types to consider (default: the file's own)");
  verb.add_option("--price", arguments->prices, "price of an instance type per hour; repeatable")
      ->type_name("INSTANCE=USD")
      ->allow_extra_args(false);
  verb.add_flag("--allow-estimates", arguments->options.allow_estimates,
                "may recommend a card for which gpu_ms has no number");
  verb.add_option("--mix", arguments->mix, "proportional: also report p99 under the fleet's own proportions")
      ->check(CLI::IsMember({"worst", "proportional"}))
      ->capture_default_str();
  verb.add_flag("--json", arguments->json, "print one JSON document (schema slicewise.plan/1)");
  verb.add_option("-o,--output", arguments->directory, "write the files to apply into this folder")->type_name("DIR");
  return [arguments] { return plan_verb(*arguments); };
}

}  // namespace slicewise
