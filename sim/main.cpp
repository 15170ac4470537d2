#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <libsched/base/nearest.hpp>
#include <libsched/hw/catalog.hpp>
#include <string>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "output.hpp"
#include "verbs.hpp"

namespace slicewise {
namespace {

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.emplace_back(verb.name);
  return names;
}

/// Long options of the verb that was being parsed, or of the command itself.
std::vector<std::string> option_names(const CLI::App& app) {
  const CLI::App* used = &app;
  for (const CLI::App* verb : app.get_subcommands()) used = verb;
  std::vector<std::string> names;
  for (const CLI::Option* option : used->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// "; did you mean --json?" for the first argument nobody expected.
std::string hint(const CLI::App& app) {
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with("--")) continue;
    const std::string near = libsched::nearest(word, option_names(app));
    if (!near.empty()) return fmt::format("; did you mean {}?", near);
  }
  return {};
}

int wrong_arguments(const CLI::App& app, const CLI::ParseError& error) {
  const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const CLI::App* used = &app;
  for (const CLI::App* verb : app.get_subcommands()) used = verb;
  const std::string command = used == &app ? "slicewise" : "slicewise " + used->get_name();
  complain(fmt::format("{}{}; `{} --help` lists the options", error.what(), extras ? hint(app) : "", command));
  return kWrongInput;
}

/// An argument that is there and empty is a variable of a script that is not set: nothing is read from it.
libsched::Issues empty_arguments(const CLI::App& verb) {
  libsched::Issues issues;
  for (const CLI::Option* option : verb.get_options()) {
    const std::vector<std::string>& given = option->results();
    if (std::none_of(given.begin(), given.end(), [](const std::string& value) { return value.empty(); })) continue;
    issues.push_back({option->get_name(), "is empty", "give a value, or leave it out"});
  }
  return issues;
}

int no_verb() {
  complain(fmt::format("a verb is missing; choose among {}, or see --help", fmt::join(verb_names(), ", ")));
  return kWrongInput;
}

int unknown_verb(const std::string& word) {
  const std::string near = libsched::nearest(word, verb_names());
  complain(fmt::format("unknown verb '{}'; {}", word,
                       near.empty() ? fmt::format("choose among {}", fmt::join(verb_names(), ", "))
                                    : fmt::format("did you mean {}?", near)));
  return kWrongInput;
}

int run(int argc, char** argv) {
  CLI::App app{
      "How many replicas per GPU, in which sharing mode, on which instance, so that p99 stays under the target.",
      "slicewise"};
  app.set_version_flag("--version", "slicewise " SLICEWISE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done, 1 internal error, 2 the input is wrong, 3 no plan meets the SLO, "
      "130 interrupted: what was printed is what was done until then.");
  std::vector<std::pair<CLI::App*, Action>> added;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    added.emplace_back(sub, verb.add(*sub));
  }
  if (argc < 2) return no_verb();
  if (argv[1][0] != '-') {
    const std::vector<std::string> known = verb_names();
    if (std::find(known.begin(), known.end(), argv[1]) == known.end()) return unknown_verb(argv[1]);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print_result(app.help(), kDone);  // of the verb, where one was given
  } catch (const CLI::CallForVersion& version) {
    return print_result(std::string{version.what()} + "\n", kDone);
  } catch (const CLI::ParseError& error) {
    return wrong_arguments(app, error);
  }
  for (const auto& [sub, action] : added) {
    if (!sub->parsed()) continue;
    if (const libsched::Issues empty = empty_arguments(*sub); !empty.empty()) return report_issues(empty);
    // An answer from another catalogue than the one that was asked for would look like any other.
    if (const libsched::Issues& wrong = libsched::hw::catalog_issues(); !wrong.empty()) return report_issues(wrong);
    return action();
  }
  return kWrongInput;
}

}  // namespace
}  // namespace slicewise

int main(int argc, char** argv) {
  slicewise::prepare_output();
  try {
    return slicewise::run(argc, argv);
  } catch (const std::exception& error) {
    slicewise::complain(fmt::format("internal error: {}", error.what()));
  }
  return slicewise::kInternalError;
}
