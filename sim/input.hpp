#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/overwriting.hpp>
#include <libsched/scenario/scenario.hpp>

namespace slicewise {

/// FILE and `--set path=value`, as every verb that reads a scenario takes them.
class ScenarioInput {
 public:
  void add_options(CLI::App& verb);
  /// The scenario, `-` and /dev/stdin being standard input.
  libsched::Result<libsched::scenario::Scenario> read() const;
  /// The same for who chooses mode and replicas.
  libsched::Result<libsched::scenario::Scenario> read_to_plan() const;
  /// What the scenario is called, without its folder.
  std::string name() const;
  /// Only its text, for who reads it with changes of their own. Read once: a pipe gives it once.
  const libsched::Result<libsched::scenario::Source>& source() const;
  /// Every file that is read: the scenario and those it names.
  std::vector<libsched::NamedPath> files() const;
  /// What `--set` asks for; one that is no change is left out and added to `issues`.
  std::vector<libsched::scenario::Override> overrides(libsched::Issues& issues) const;
  /// The words of a shell that run `verb` on the same input.
  std::vector<std::string> words(const std::string& verb) const;
  /// `issue` placed in the file, unless it names an option.
  libsched::Issue located(libsched::Issue issue) const;

 private:
  bool standard_input() const;
  using Reader = libsched::Result<libsched::scenario::Scenario> (*)(const libsched::scenario::Source&,
                                                                    const std::vector<libsched::scenario::Override>&);
  libsched::Result<libsched::scenario::Scenario> read_by(Reader reader) const;

  std::string file_;
  std::vector<std::string> sets_;
  mutable std::optional<libsched::Result<libsched::scenario::Source>> source_;
};

}  // namespace slicewise
