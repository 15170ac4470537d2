#include <libsched/calib/record.hpp>

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <libsched/calib/detail/json_place.hpp>
#include <libsched/calib/detail/record_rules.hpp>

namespace libsched::calib {
namespace {

using detail::JsonPlace;

constexpr double kMostNs = 9e15;  // a hundred days: sums stay exact in a double
constexpr std::size_t kMostRuns = 10'000;
constexpr std::size_t kMostSeries = 4'096;
constexpr std::size_t kMostParameters = 100;
constexpr std::size_t kMostSamples = 2'000'000;
constexpr std::size_t kMostWarnings = 1'000;
constexpr int kDeepest = 16;

Series read_series(const JsonPlace& place) {
  Series series;
  if (!place.object("a series")) return series;
  if (const auto name = place.find("name", true)) series.name = name->text().value_or("");
  if (const auto unit = place.find("unit", true)) series.unit = unit->text().value_or("");
  if (const auto process = place.number_if("process", 0, 1e6)) series.process = static_cast<int>(*process);
  const auto samples = place.find("samples", true);
  if (!samples || !samples->array(kMostSamples)) return series;
  series.samples.reserve(samples->value().size());
  for (std::size_t i = 0; i < samples->value().size(); ++i) {
    const nlohmann::json& one = samples->value()[i];
    const double value = one.is_number() ? one.get<double>() : kMostNs * 2;
    if (value >= -kMostNs && value <= kMostNs) {
      series.samples.push_back(value);
    } else {
      samples->item(i).number(-kMostNs, kMostNs);  // says what is wrong
    }
  }
  series.measured = static_cast<std::uint64_t>(place.number_if("measured", 0, 1e15).value_or(0));
  series.measured = std::max<std::uint64_t>(series.measured, series.samples.size());
  detail::check_times(place, series);
  return series;
}

Run read_run(const JsonPlace& place) {
  Run run;
  if (!place.object("a run")) return run;
  if (const auto name = place.find("name", true)) run.name = name->text().value_or("");
  if (const auto skipped = place.find("skipped")) run.skipped = skipped->text().value_or("");
  const auto parameters = place.find("parameters");
  if (parameters && parameters->object("\"parameters\"")) {
    if (parameters->value().size() > kMostParameters) {
      parameters->problem(fmt::format("has {} parameters", parameters->value().size()),
                          fmt::format("give at most {}", kMostParameters));
      return run;
    }
    for (const auto& [key, value] : parameters->value().items()) {
      if (value.is_null()) continue;  // not known
      const auto one = parameters->find(key.c_str());
      if (!one) continue;
      if (value.is_string()) {
        run.parameters.emplace_back(key, one->text().value_or(""));
      } else if (const auto number = one->number(-kMostNs, kMostNs)) {
        run.parameters.emplace_back(key, *number);
      }
    }
  }
  const auto series = place.find("series", !run.skipped);
  if (!series || !series->array(kMostSeries)) return run;
  for (std::size_t i = 0; i < series->value().size(); ++i) run.series.push_back(read_series(series->item(i)));
  return run;
}

Device read_device(const JsonPlace& place) {
  Device device;
  if (!place.object("\"device\"")) return device;
  if (const auto kind = place.find("kind", true)) {
    device.kind = kind->text().value_or("");
    if (device.kind != "gpu" && device.kind != "cpu")
      kind->problem("is neither gpu nor cpu", "write \"gpu\" or \"cpu\"");
  }
  if (const auto name = place.find("name", true)) device.name = name->text().value_or("");
  device.id = place.text_or_empty("id");
  device.sms = place.number_if("sms", 1, 10'000);
  device.memory_mib = place.number_if("memory_mib", 1, 1e9);
  return device;
}

Conditions read_conditions(const JsonPlace& place) {
  Conditions conditions;
  if (!place.object("\"conditions\"")) return conditions;
  const std::string scheduler = place.text_or_empty("scheduler");
  if (!scheduler.empty()) conditions.scheduler = scheduler;
  constexpr double kCoarsestNs = 1e6;  // no timer of a GPU or a host is as coarse
  conditions.timer_tick_ns = place.number_if("timer_tick_ns", -kMostNs, kMostNs);
  if (const auto tick = conditions.timer_tick_ns; tick && !(*tick > 0 && *tick < kCoarsestNs)) {
    place.find("timer_tick_ns")
        ->problem(fmt::format("is {:g} ns, no tick of a timer", *tick), "write more than 0 and less than 1e6, or null");
  }
  const auto gaps = place.find("gaps_while_alone");
  if (gaps && gaps->object("\"gaps_while_alone\"")) conditions.gap_alone_p99_ns = gaps->number_if("p99_ns", 0, kMostNs);
  const auto warnings = place.find("warnings");
  if (warnings && warnings->array(kMostWarnings)) {
    for (std::size_t i = 0; i < warnings->value().size(); ++i) {
      conditions.warnings.push_back(warnings->item(i).text(10'000).value_or(""));
    }
  }
  return conditions;
}

/// False where this is surely another kind of file, or a version that this program cannot read: then the rest says
/// nothing. A file that leaves either out is judged as a whole.
bool check_version(const JsonPlace& place) {
  bool readable = true;
  if (const auto kind = place.find("record", true)) {
    const auto name = kind->text();
    readable = name == "slicewise-measurement";
    if (name && !readable) kind->problem("is another kind of file", "give a measurement record");
  }
  const auto version = readable ? place.find("version", true) : std::nullopt;
  if (!version) return readable;
  const auto number = version->number(0, 1e9);
  if (number && *number != 1) {
    version->problem(fmt::format("is {:g}", *number), "this version of slicewise reads version 1");
  }
  return number == 1;
}

Record read_document(const JsonPlace& place, const std::string& origin) {
  Record record;
  record.origin = origin;
  if (!place.object("the record") || !check_version(place)) return record;
  if (const auto what = place.find("measurement", true)) record.measurement = what->text().value_or("");
  const auto tool = place.find("tool");
  if (tool && tool->object("\"tool\"")) {
    record.tool = fmt::format("{} {}", tool->text_or_empty("name"), tool->text_or_empty("version"));
  }
  record.started = place.text_or_empty("started");
  if (const auto device = place.find("device", true)) record.device = read_device(*device);
  record.driver = place.text_or_empty("driver");
  record.runtime = place.text_or_empty("runtime");
  if (const auto mode = place.find("mode", true)) {
    record.mode = mode->text().value_or("");
    const std::set<std::string> known = {"time-slicing", "mps", "mig", "exclusive"};
    if (!known.contains(record.mode)) mode->problem("is no mode", "write time-slicing, mps, mig or exclusive");
  }
  if (const auto conditions = place.find("conditions")) record.conditions = read_conditions(*conditions);
  const auto runs = place.find("runs", true);
  if (!runs || !runs->array(kMostRuns)) return record;
  std::set<std::string> names;
  for (std::size_t i = 0; i < runs->value().size(); ++i) {
    record.runs.push_back(read_run(runs->item(i)));
    detail::check_parameters(runs->item(i), record.runs.back(), record.measurement);
    const std::string& name = record.runs.back().name;
    if (!name.empty() && !names.insert(name).second) {
      runs->item(i).problem(fmt::format("is the second run named {}", name), "give each run a name of its own");
    }
  }
  return record;
}

struct Place {
  std::ptrdiff_t line = 1;
  std::size_t column = 1;  ///< in bytes
};

/// Of the `byte`th byte, counted from 1; the end of the text where there is none.
Place place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
  const auto line_end = before.rfind('\n');
  return {std::count(before.begin(), before.end(), '\n') + 1,
          before.size() - (line_end == std::string_view::npos ? 0 : line_end + 1) + 1};
}

/// The parser's reason without its own name and place: "unexpected ','; expected string literal; last read: ','".
std::string reason(const nlohmann::json::parse_error& error) {
  std::string_view what = error.what();
  for (const std::string_view head : {"] ", "parse error", ": "}) {  // the place is ours to give
    const auto at = what.find(head);
    if (at != std::string_view::npos) what.remove_prefix(at + head.size());
  }
  constexpr std::string_view kSyntax = "syntax error ";
  if (what.starts_with(kSyntax)) what.remove_prefix(kSyntax.size());
  constexpr std::size_t kLongest = 200;  // what was read last may be a whole file
  return what.size() <= kLongest ? std::string{what} : fmt::format("{}...", what.substr(0, kLongest));
}

}  // namespace

std::optional<double> Run::number(const std::string& parameter) const {
  for (const auto& [key, value] : parameters) {
    if (key == parameter && std::holds_alternative<double>(value)) return std::get<double>(value);
  }
  return std::nullopt;
}

std::optional<std::string> Run::text(const std::string& parameter) const {
  for (const auto& [key, value] : parameters) {
    if (key == parameter && std::holds_alternative<std::string>(value)) return std::get<std::string>(value);
  }
  return std::nullopt;
}

std::vector<const Series*> Run::of(const std::string& wanted) const {
  std::vector<const Series*> found;
  for (const Series& one : series) {
    if (one.name == wanted) found.push_back(&one);
  }
  return found;
}

Result<Record> read_record(const std::string& text, const std::string& origin) {
  Issues issues;
  nlohmann::json document;
  bool too_deep = false;
  const auto shallow = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    too_deep = too_deep || depth > kDeepest;
    return !too_deep;
  };
  try {
    document = nlohmann::json::parse(text, shallow);
  } catch (const nlohmann::json::parse_error& error) {
    const Place at = place_of(text, error.byte);
    return Issue{fmt::format("{}:{}", origin, at.line),
                 fmt::format("this is not valid JSON at column {}: {}", at.column, reason(error)),
                 "give a record as the slicewise-bench programs write it, whole"};
  } catch (const nlohmann::json::exception&) {  // of a number that no double holds, which has no place
    return Issue{origin + ":1", "a number is too large", "give a measurement record"};
  }
  if (too_deep) return Issue{origin + ":1", "values are nested too deep", "give a measurement record"};
  const Record record = read_document(JsonPlace{document, origin + ":", issues}, origin);
  if (!issues.empty()) return issues;
  return record;
}

}  // namespace libsched::calib
