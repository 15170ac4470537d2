#include "input.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>
#include <utility>

#include <libsched/scenario/named_files.hpp>
#include <libsched/scenario/read_to_plan.hpp>

namespace slicewise {
namespace {

using libsched::Issue;
using libsched::Issues;
using libsched::scenario::Override;

constexpr std::size_t kLongestInput = std::size_t{4} << 20;  // as for files

libsched::Result<libsched::scenario::Source> read_standard_input() {
  std::string text;
  char block[65536];
  while (std::cin.read(block, sizeof block), std::cin.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(std::cin.gcount()));
    if (text.size() > kLongestInput) {
      return Issue{"<stdin>:1", "is longer than 4 MiB", "give one scenario of less than 4 MiB"};
    }
  }
  if (std::cin.bad()) return Issue{"<stdin>:1", "cannot be read", "pipe a scenario file into the command"};
  return libsched::scenario::Source{std::move(text), "<stdin>", "."};
}

}  // namespace

void ScenarioInput::add_options(CLI::App& verb) {
  verb.add_option("FILE", file_, "scenario file (YAML or JSON); - reads standard input")->required();
  verb.add_option("--set", sets_, "change the file before it is checked, e.g. --set sharing.replicas=6; repeatable")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

bool ScenarioInput::standard_input() const {
  return file_ == "-" || file_ == "/dev/stdin";
}

std::vector<Override> ScenarioInput::overrides(Issues& issues) const {
  std::vector<Override> overrides;
  for (const std::string& set : sets_) {
    const std::size_t equals = set.find('=');
    if (equals == std::string::npos || equals == 0) {
      issues.push_back({"--set " + set, "is no change", "write --set path=value, e.g. --set sharing.replicas=6"});
    } else {
      overrides.push_back({set.substr(0, equals), set.substr(equals + 1)});
    }
  }
  return overrides;
}

const libsched::Result<libsched::scenario::Source>& ScenarioInput::source() const {
  if (!source_) source_ = standard_input() ? read_standard_input() : libsched::scenario::load_scenario_file(file_);
  return *source_;
}

std::vector<libsched::NamedPath> ScenarioInput::files() const {
  std::vector<libsched::NamedPath> files{{"the scenario", standard_input() ? "/dev/fd/0" : file_}};
  if (!source()) return files;
  Issues ignored;  // whoever reads the scenario tells them
  for (std::string& file : libsched::scenario::named_files(*source(), overrides(ignored))) {
    files.push_back({"the scenario's file", std::move(file)});
  }
  return files;
}

libsched::Result<libsched::scenario::Scenario> ScenarioInput::read_by(Reader reader) const {
  Issues issues;
  const auto keep = [&](const Issues& more) { issues.insert(issues.end(), more.begin(), more.end()); };
  const auto changes = overrides(issues);
  if (const auto& text = source()) {
    auto scenario = reader(*text, changes);
    if (scenario && issues.empty()) return scenario;
    if (!scenario) keep(scenario.error());
  } else {
    keep(text.error());
  }
  return issues;
}

libsched::Result<libsched::scenario::Scenario> ScenarioInput::read() const {
  return read_by(&libsched::scenario::read_scenario);
}

libsched::Result<libsched::scenario::Scenario> ScenarioInput::read_to_plan() const {
  return read_by(&libsched::scenario::read_scenario_to_plan);
}

std::string ScenarioInput::name() const {
  return standard_input() ? "<stdin>" : std::filesystem::path{file_}.filename().string();
}

std::vector<std::string> ScenarioInput::words(const std::string& verb) const {
  std::vector<std::string> words = {"slicewise", verb, standard_input() ? "-" : file_};
  for (const std::string& set : sets_) words.insert(words.end(), {"--set", set});
  return words;
}

Issue ScenarioInput::located(Issue issue) const {
  if (issue.where.starts_with("--")) return issue;
  issue.where = fmt::format("{}:1: {}", standard_input() ? "<stdin>" : file_, issue.where);
  return issue;
}

}  // namespace slicewise
