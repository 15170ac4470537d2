#include "record.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "quantiles.hpp"

namespace slicewise::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Whole numbers without a fraction: nanoseconds are integers to every reader. JSON knows no infinity: null.
Json number(double x) {
  if (!(x >= -9e15 && x <= 9e15)) return x - x == 0 ? Json(x) : Json();
  const auto whole = static_cast<std::int64_t>(x);
  return static_cast<double>(whole) == x ? Json(whole) : Json(x);
}

template <class T>
Json or_null(const std::optional<T>& x) {
  return x ? Json(*x) : Json();
}
template <>
Json or_null(const std::optional<double>& x) {
  return x ? number(*x) : Json();
}

Json to_value(const Value& value) {
  if (const auto* x = std::get_if<double>(&value.held())) return number(*x);
  if (const auto* word = std::get_if<std::string>(&value.held())) return Json(*word);
  return {};
}

Json to_object(const Values& values) {
  Json object = Json::object();
  for (const auto& [key, value] : values) object[key] = to_value(value);
  return object;
}

/// Random, not every n-th: samples of a ring come in periods. The same choice each time.
std::vector<double> choose(const std::vector<double>& samples, std::size_t keep) {
  if (samples.size() <= keep) return samples;
  std::vector<double> kept;
  std::mt19937_64 bits{samples.size()};
  std::size_t wanted = keep;
  for (std::size_t i = 0; i < samples.size() && wanted > 0; ++i) {
    if (bits() % (samples.size() - i) >= wanted) continue;
    kept.push_back(samples[i]);
    --wanted;
  }
  return kept;
}

Json to_series(const Series& series, std::size_t keep) {
  Json samples = Json::array();
  for (const double x : choose(series.samples, keep)) samples.push_back(number(x));
  Json summary;
  if (const auto q = quantiles(series.samples)) {
    summary = {{"p50", number(q->p50)},
               {"p90", number(q->p90)},
               {"p99", number(q->p99)},
               {"max", number(q->max)},
               {"mean", number(q->mean)}};
  }
  return {{"name", series.name},       {"unit", series.unit},       {"process", or_null(series.process)},
          {"stopped", series.stopped}, {"dropped", series.dropped}, {"measured", series.samples.size()},
          {"quantiles", summary},      {"samples", samples}};
}

Json to_run(const Run& run, std::size_t keep) {
  Json series = Json::array();
  for (const Series& one : run.series) series.push_back(to_series(one, keep));
  return {{"name", run.name},
          {"parameters", to_object(run.parameters)},
          {"skipped", or_null(run.skipped)},
          {"series", series}};
}

Json to_conditions(const Conditions& conditions) {
  Json gaps;
  if (const auto& alone = conditions.gaps_while_alone) {
    gaps = {{"count", alone->count},
            {"per_s", number(alone->per_s)},
            {"p50_ns", or_null(alone->p50_ns)},
            {"p99_ns", or_null(alone->p99_ns)},
            {"max_ns", or_null(alone->max_ns)}};
  }
  return {{"scheduler", or_null(conditions.scheduler)},
          {"timer_tick_ns", or_null(conditions.timer_tick_ns)},
          {"steal_fraction", or_null(conditions.steal_fraction)},
          {"throttled_samples", or_null(conditions.throttled_samples)},
          {"gaps_while_alone", gaps},
          {"facts", to_object(conditions.facts)},
          {"warnings", conditions.warnings}};
}

/// Arrays of numbers and small objects on one line: a person can read a record, and `git diff` too.
void print(const Json& json, std::size_t depth, std::string& out) {
  const auto nested = [](const Json& x) { return x.is_structured(); };
  if (!json.is_structured() || std::none_of(json.begin(), json.end(), nested)) {
    out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return;
  }
  const std::string indent(depth + 1, ' ');
  const bool object = json.is_object();
  out += object ? '{' : '[';
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    out += first ? "\n" : ",\n";
    first = false;
    out += indent;
    if (object) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
    print(value, depth + 1, out);
  }
  out += '\n' + std::string(depth, ' ') + (object ? '}' : ']');
}

std::string why_not(const std::string& path) {
  return path + ": " + std::strerror(errno);
}

}  // namespace

std::string to_json(const Record& record, std::size_t keep) {
  Json runs = Json::array();
  for (const Run& run : record.runs) runs.push_back(to_run(run, keep));
  const Device& device = record.device;
  const Json json = {{"record", "slicewise-measurement"},
                     {"version", 1},
                     {"measurement", record.measurement},
                     {"tool", {{"name", record.tool}, {"version", SLICEWISE_VERSION}}},
                     {"started", record.started},
                     {"elapsed_s", number(record.elapsed_s)},
                     {"device",
                      {{"kind", device.kind},
                       {"name", device.name},
                       {"id", device.id},
                       {"compute_capability", or_null(device.compute_capability)},
                       {"sms", or_null(device.sms)},
                       {"memory_mib", or_null(device.memory_mib)},
                       {"clock_mhz", or_null(device.clock_mhz)}}},
                     {"driver", or_null(record.driver)},
                     {"runtime", or_null(record.runtime)},
                     {"mode", record.mode},
                     {"conditions", to_conditions(record.conditions)},
                     {"runs", runs}};
  std::string text;
  print(json, 0, text);
  return text + '\n';
}

std::optional<std::string> try_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return folder + ": " + failed.message();
  const std::string trial = folder + "/.trial." + std::to_string(getpid());
  std::FILE* file = std::fopen(trial.c_str(), "w");
  if (file == nullptr) return why_not(folder);
  const bool written = std::fputc('\n', file) != EOF && std::fflush(file) == 0;
  std::optional<std::string> problem;
  if (!written) problem = why_not(folder);
  std::fclose(file);
  std::remove(trial.c_str());
  return problem;
}

std::optional<std::string> write_record(const Record& record, const std::string& folder, std::size_t keep) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return folder + ": " + failed.message();
  const std::string path = folder + "/" + record.measurement + ".json";
  const std::string unfinished = path + "." + std::to_string(getpid());
  const std::string text = to_json(record, keep);
  std::FILE* file = std::fopen(unfinished.c_str(), "w");
  if (file == nullptr) return why_not(unfinished);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0 &&
                       fsync(fileno(file)) == 0;
  std::optional<std::string> problem;
  if (!written) problem = why_not(unfinished);
  if (std::fclose(file) != 0 && !problem) problem = why_not(unfinished);
  if (!problem && std::rename(unfinished.c_str(), path.c_str()) != 0) problem = why_not(path);
  if (problem) std::remove(unfinished.c_str());
  return problem;
}

}  // namespace slicewise::bench
