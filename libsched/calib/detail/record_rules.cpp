#include <libsched/calib/detail/record_rules.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace libsched::calib::detail {
namespace {

constexpr double kMostProcesses = 1024;
constexpr double kMostBursts = 10'000;
constexpr double kMostUs = 1e9;

/// The series of bench/record/README.md whose samples are times.
bool holds_times(std::string_view name) {
  constexpr std::array<std::string_view, 15> kTimes = {
      "tick",       "gap_start",  "gap_length", "busy_length", "grid_entry",
      "entry_wait", "launch_own", "refill",     "step_alone",  "newcomer_wait",
      "latency",    "window",     "launch",     "round_trip",  "round_trip_sleeping"};
  return name.starts_with("switch_") || name.starts_with("visit_") ||
         std::find(kTimes.begin(), kTimes.end(), name) != kTimes.end();
}

/// Differences of two measured times, or from the host's clock to the GPU's: noise has both signs.
bool may_be_negative(std::string_view name) {
  constexpr std::array<std::string_view, 5> kDifferences = {"refill", "entry_wait", "launch_own", "switch_idle",
                                                            "newcomer_wait"};
  return std::find(kDifferences.begin(), kDifferences.end(), name) != kDifferences.end();
}

/// A parameter of the run, where it has it.
class Parameter {
 public:
  Parameter(const JsonPlace& parameters, const char* key) : place_{parameters.find(key)} {}

  void whole(double low, double high) const {
    if (!place_) return;
    const auto& value = place_->value();
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (number >= low && number <= high && number == std::floor(number)) return;
    place_->problem(fmt::format("is {}, no whole number of {:g} to {:g}", shown(), low, high),
                    fmt::format("write a whole number of {:g} to {:g}", low, high));
  }

  void between(double low, double high) const {
    if (!place_) return;
    const auto& value = place_->value();
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    if (number >= low && number <= high) return;
    place_->problem(fmt::format("is {}, no number of {:g} to {:g}", shown(), low, high),
                    fmt::format("write a number of {:g} to {:g}", low, high));
  }

  void word(const std::vector<std::string_view>& known) const {
    if (!place_) return;
    const auto& value = place_->value();
    if (value.is_string() &&
        std::find(known.begin(), known.end(), value.get_ref<const std::string&>()) != known.end()) {
      return;
    }
    std::string words;
    for (const std::string_view one : known) words += fmt::format("{}\"{}\"", words.empty() ? "" : " or ", one);
    place_->problem(fmt::format("is {}, not {}", shown(), words), fmt::format("write {}", words));
  }

 private:
  std::string shown() const {
    std::string text = place_->value().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    constexpr std::size_t kLongest = 40;
    if (text.size() > kLongest) text = "a long value";
    return text;
  }

  std::optional<JsonPlace> place_;
};

void check_latency(const JsonPlace& parameters, const Run& run) {
  Parameter{parameters, "loop"}.word({"open", "closed"});
  Parameter{parameters, "neighbours"}.word({"alike", "busy"});
  Parameter{parameters, "waits"}.word({"each burst", "at the end"});
  Parameter{parameters, "think"}.word({"constant", "exponential"});
  Parameter{parameters, "bursts"}.whole(1, kMostBursts);
  for (const char* time : {"request_us", "host_us", "think_us"}) Parameter{parameters, time}.between(0, kMostUs);
  if (run.text("loop") != "open") return;
  constexpr double kLeastRate = 1e-6, kMostRate = 1e9;
  Parameter{parameters, "rate_per_s"}.between(kLeastRate, kMostRate);
  if (!run.skipped && !parameters.find("rate_per_s")) {
    parameters.problem("are of an open loop and have no \"rate_per_s\"", "add the rate of each measured process");
  }
}

}  // namespace

void check_times(const JsonPlace& place, const Series& series) {
  if (!holds_times(series.name)) return;
  if (const auto unit = place.find("unit"); unit && unit->value().is_string() && series.unit != "ns") {
    unit->problem(fmt::format("is \"{}\", but the samples of {} are times in \"ns\"", series.unit, series.name),
                  "write the samples in nanoseconds, and \"ns\"");
  }
  if (may_be_negative(series.name)) return;
  const auto samples = place.find("samples");
  if (!samples || !samples->value().is_array()) return;
  const auto& all = samples->value();
  const auto negative = [](const nlohmann::json& one) { return one.is_number() && one.get<double>() < 0; };
  const auto first = std::find_if(all.begin(), all.end(), negative);
  if (first == all.end()) return;
  samples->item(static_cast<std::size_t>(first - all.begin()))
      .problem(fmt::format("is {:g}, a time below 0; {} of {} samples are", first->get<double>(),
                           std::count_if(first, all.end(), negative), all.size()),
               "measure again: the clock went backwards, or the series is another");
}

void check_parameters(const JsonPlace& place, const Run& run, const std::string& measurement) {
  if (!place.value().is_object()) return;
  const auto parameters = place.find("parameters");
  if (!parameters || !parameters->value().is_object()) return;
  Parameter{*parameters, "processes"}.whole(1, kMostProcesses);
  for (const char* some : {"busy", "newcomers"}) Parameter{*parameters, some}.whole(0, kMostProcesses);
  if (measurement == "latency") check_latency(*parameters, run);
}

}  // namespace libsched::calib::detail
