#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace slicewise::bench {

/// `--name NUMBER`, an option with a range.
struct NumberOption {
  std::string name;
  std::string about;
  double value = 0;  // unless given
  double low = 0;
  double high = 0;
};

/// What was asked for.
struct CommandLine {
  bool list = false;
  std::vector<std::string> measurements;  // all known ones, if none was named; in the order known
  std::string out;
  std::vector<NumberOption> numbers;  // all known ones, with their values
  /// Precondition: an option of this name is known.
  double number(const std::string& name) const;
};

/// What a program knows.
struct Vocabulary {
  std::string program;
  std::string about;
  std::vector<std::string> measurements;
  std::vector<NumberOption> numbers;
  /// What else is wrong with what was asked for, on this machine. `out` may be empty.
  std::function<std::vector<std::string>(const CommandLine&)> check = {};
};

/// Text for stdout and nothing else to do: help or version.
struct PrintAndStop {
  std::string text;
};
/// All that is wrong with the arguments.
struct WrongArguments {
  std::vector<std::string> problems;
};

/// `[MEASUREMENT...] --out DIR [--list] [--<number> N]...`; `arguments` without the program's name.
std::variant<CommandLine, PrintAndStop, WrongArguments> parse(const Vocabulary& known,
                                                              const std::vector<std::string>& arguments);

}  // namespace slicewise::bench
