#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace slicewise::bench {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string shown(double x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

/// Taken as text, so that one wrong number does not hide the next.
std::string read_number(NumberOption& option, const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && *end == '\0' && !std::isnan(x);
  if (is_number && x >= option.low && x <= option.high) {
    option.value = x;
    return {};
  }
  const std::string given = "--" + option.name + " " + text;
  if (!is_number) return given + ": not a number from " + shown(option.low) + " to " + shown(option.high);
  return given + ": is outside " + shown(option.low) + ".." + shown(option.high);
}

}  // namespace

double CommandLine::number(const std::string& name) const {
  for (const NumberOption& option : numbers) {
    if (option.name == name) return option.value;
  }
  throw std::logic_error("no option --" + name);
}

std::variant<CommandLine, PrintAndStop, WrongArguments> parse(const Vocabulary& known,
                                                              const std::vector<std::string>& arguments) {
  CommandLine asked;
  asked.numbers = known.numbers;
  CLI::App app{known.about, known.program};
  app.set_version_flag("--version", known.program + " " SLICEWISE_VERSION);
  app.add_option("MEASUREMENT", asked.measurements,
                 "which: " + joined(known.measurements) + " (all, if none is named)");
  app.add_option("--out", asked.out, "folder for the records, one <measurement>.json each")->type_name("DIR");
  app.add_flag("--list", asked.list, "say what can be measured, and measure nothing");
  std::vector<std::string> texts(known.numbers.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const NumberOption& option = known.numbers[i];
    app.add_option("--" + option.name, texts[i], option.about)->type_name("N [" + shown(option.value) + "]");
  }
  app.allow_extras();
  app.footer("Exit codes: 0 done, 1 a measurement failed, 2 wrong arguments, 77 no device, 130 interrupted.");
  try {
    app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});  // CLI11 takes them from the back
  } catch (const CLI::CallForHelp&) {
    return PrintAndStop{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return PrintAndStop{std::string{version.what()} + "\n"};
  } catch (const CLI::ParseError& error) {
    return WrongArguments{{error.what()}};
  }

  WrongArguments wrong;
  for (const std::string& word : app.remaining()) wrong.problems.push_back("unknown option " + word);
  for (const std::string& name : asked.measurements) {
    if (std::count(known.measurements.begin(), known.measurements.end(), name) == 0)
      wrong.problems.push_back("unknown measurement '" + name + "'; choose among " + joined(known.measurements));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (app.count("--" + known.numbers[i].name) == 0) continue;
    if (std::string problem = read_number(asked.numbers[i], texts[i]); !problem.empty())
      wrong.problems.push_back(std::move(problem));
  }
  if (asked.out.empty() && !asked.list) wrong.problems.emplace_back("--out DIR is missing: where do the records go?");
  if (known.check && !asked.list) {
    for (std::string& problem : known.check(asked)) wrong.problems.push_back(std::move(problem));
  }
  if (!wrong.problems.empty()) return wrong;

  std::vector<std::string> in_order;
  for (const std::string& name : known.measurements) {
    const bool named = std::count(asked.measurements.begin(), asked.measurements.end(), name) > 0;
    if (named || asked.measurements.empty()) in_order.push_back(name);
  }
  asked.measurements = std::move(in_order);
  return asked;
}

}  // namespace slicewise::bench
