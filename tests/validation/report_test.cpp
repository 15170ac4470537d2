#include <catch2/catch.hpp>

#include <atomic>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include <validation/shipped.hpp>

namespace libsched::plan {

namespace {

ValidationRow row(const std::string& name, scenario::Role role, double predicted, std::optional<double> tolerance) {
  ValidationRow one;
  one.name = name;
  one.role = role;
  one.predicted = scenario::Interval{predicted, predicted - 1, predicted + 1};
  one.measured = 10;
  one.error_pct = (predicted / 10 - 1) * 100;
  one.tolerance_pct = tolerance;
  one.covered = predicted >= 9 && predicted <= 11;
  one.met = tolerance ? std::abs(one.error_pct) <= *tolerance : one.covered;
  return one;
}

}  // namespace

TEST_CASE("the verdict counts judging rows, names the worst and leaves fitted rows out", "[validation]") {
  using scenario::Role;
  Validation validation;
  validation.rows = {row("a", Role::kValidate, 10.1, 2), row("b", Role::kValidate, 8, 5), row("c", Role::kFit, 20, 5),
                     row("d", Role::kValidate, 15, std::nullopt)};
  CHECK(verdict(validation) ==
        "1 of 2 validation rows within tolerance; worst b: mean_ms -20.0 %; "
        "0 of 1 rows with unpublished inputs within the interval; 1 fitted rows not counted");
  CHECK_THAT(to_text(validation), Catch::StartsWith(verdict(validation) + "\n"));
  CHECK_THAT(to_text(validation), Catch::Contains("MISSED, outside the interval"));
  validation.rows[0].predicted.reset();
  validation.rows[0].met = false;
  CHECK_THAT(verdict(validation), Catch::Contains("worst a: mean_ms not predicted"));
  CHECK(nlohmann::json::parse(to_json(validation))["rows"][0]["predicted"].is_null());
}

TEST_CASE("the JSON document carries every row with its source", "[validation]") {
  const auto document = nlohmann::json::parse(to_json(test::shipped()));
  CHECK(document["schema"] == "slicewise.validate/1");
  REQUIRE(document["rows"].size() == test::shipped().rows.size());
  for (const auto& one : document["rows"]) {
    CHECK_FALSE(one["source"].get<std::string>().empty());
    CHECK(one["predicted"]["low"].get<double>() <= one["predicted"]["value"].get<double>());
    CHECK(one["predicted"]["value"].get<double>() <= one["predicted"]["high"].get<double>());
  }
}

TEST_CASE("an interrupted validation says so and keeps what was done", "[validation]") {
  const auto cases = shipped_validation_cases();
  REQUIRE(cases.has_value());
  const std::atomic<bool> interrupt{true};
  ValidationHooks hooks;
  hooks.interrupt = &interrupt;
  const Validation validation = validate(*cases, hooks);
  CHECK(validation.interrupted);
  CHECK(validation.rows.empty());
  CHECK_THAT(verdict(validation), Catch::Contains("interrupted"));
}

TEST_CASE("docs/accuracy.md is what slicewise validate --markdown prints", "[validation]") {
  std::ifstream file{SLICEWISE_SOURCE_DIR "/docs/accuracy.md", std::ios::binary};
  REQUIRE(file);
  const std::string page{std::istreambuf_iterator<char>{file}, {}};
  CHECK(page == to_markdown(test::shipped()));
}

TEST_CASE("the README's table of accuracy is the summary of the shipped cases", "[validation]") {
  std::ifstream file{SLICEWISE_SOURCE_DIR "/README.md", std::ios::binary};
  REQUIRE(file);
  const std::string readme{std::istreambuf_iterator<char>{file}, {}};
  CHECK_THAT(readme, Catch::Contains("\n\n" + accuracy_summary(test::shipped()) + "\n"));  // else: scripts/accuracy
}

TEST_CASE("a summary groups what judges by mode and card, and says what was not predicted", "[validation]") {
  using scenario::Role;
  Validation validation;
  validation.rows = {row("a", Role::kValidate, 10.1, 2), row("b", Role::kValidate, 8, 5), row("c", Role::kFit, 20, 5),
                     row("d", Role::kValidate, 15, std::nullopt), row("e", Role::kValidate, 10, 5)};
  for (ValidationRow& one : validation.rows) one.mode = "mps", one.gpu = "T4";
  validation.rows[4].mode = "time-slicing";
  const std::string summary = accuracy_summary(validation);
  CHECK_THAT(summary, Catch::StartsWith("**" + verdict(validation) + ".**\n\n| mode "));
  CHECK_THAT(summary, Catch::EndsWith("|---|\n| time-slicing | T4 | 1 | 1 | 0.0 % | 0.0 % | e |\n"
                                      "| mps | T4 | 2 | 1 | 10.5 % | -20.0 % | b |\n"));
  validation.rows[0].predicted.reset();
  validation.rows[0].met = false;
  CHECK_THAT(accuracy_summary(validation), Catch::Contains("| mps | T4 | 2 | 0 | - | not predicted | a |"));
}

}  // namespace libsched::plan
