#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/base/text_file.hpp>
#include <libsched/hw/catalog.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>
#include <libsched/scenario/validation.hpp>

namespace libsched::scenario {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): a front door of that folder, as read_scenario.cpp

constexpr std::size_t kMostCases = 1000;
constexpr Range kValue{0.0, 1e12, true};
constexpr Range kTolerance{0.0, 100.0, true};
constexpr Metric kMetrics[] = {Metric::kMean, Metric::kP50, Metric::kP90, Metric::kP99, Metric::kThroughput};

/// Changes of the scenario, and the lines they stand on.
struct Changes {
  std::vector<Override> overrides;
  std::vector<std::string> where;
};

Changes read_changes(const Cursor& given) {
  Changes changes;
  const Fields fields{given};
  for (const auto& [path, value] : fields.all()) {
    if (value.node().kind != YamlNode::Kind::kScalar) {
      value.wrong_type("one number or word");
      continue;
    }
    changes.overrides.push_back({path, value.node().text});
    changes.where.push_back(value.where());
  }
  return changes;
}

/// The scenario with these changes; what is wrong with a change is placed at its line.
std::optional<Scenario> changed(const YamlNode& scenario, const Changes& changes, const std::string& directory,
                                Log& log) {
  auto result = read_tree(scenario, directory, changes.overrides);
  if (result) return *std::move(result);
  for (Issue issue : result.error()) {
    for (std::size_t i = 0; i < changes.overrides.size(); ++i) {
      if (issue.where == "--set " + changes.overrides[i].path) issue.where = changes.where[i];
    }
    log.error(std::move(issue));
  }
  return std::nullopt;
}

/// The workload that `given` names. Without a scenario there is nothing to compare with.
std::optional<std::string> read_workload(const Cursor& given, const std::optional<Scenario>& scenario) {
  auto workload = given.text();
  if (!workload || !scenario) return workload;
  std::vector<std::string> known;
  for (const workload::Workload& one : scenario->workloads) known.push_back(one.name);
  if (std::find(known.begin(), known.end(), *workload) != known.end()) return workload;
  const std::string near = nearest(shown(*workload), known);
  given.error("names no workload of the scenario: " + shown(*workload),
              near.empty() ? "there are " + listed(known) : "did you mean " + near + "?");
  return std::nullopt;
}

std::optional<Expectation> read_expectation(const Cursor& given, const std::optional<Scenario>& scenario) {
  const Fields fields{given};
  if (!fields) return std::nullopt;
  fields.only({"workload", "metric", "value", "tolerance_pct"});
  std::vector<std::string> metrics;
  for (const Metric metric : kMetrics) metrics.emplace_back(name(metric));
  const auto workload = fields.need("workload", "add workload: its name in the scenario");
  const auto metric = fields.need("metric", "add metric: one of " + listed(metrics));
  const auto value = fields.need("value", "add value: the number that was measured");
  const auto tolerance = fields.find("tolerance_pct");
  const auto of = workload ? read_workload(*workload, scenario) : std::nullopt;
  const auto what = metric ? metric->choice(metrics) : std::nullopt;
  const auto measured = value ? value->number(kValue) : std::nullopt;
  const auto allowed = tolerance ? tolerance->number(kTolerance) : std::nullopt;
  if (!of || !what || !measured || tolerance.has_value() != allowed.has_value()) return std::nullopt;
  return Expectation{*of, kMetrics[*what], *measured, allowed};
}

/// What all cases of a file share.
struct Common {
  ValidationCase start;
  const YamlNode* scenario = nullptr;  ///< null where it is missing or wrong by itself
  std::string directory;
};

/// The texts of `fields` that a case may have of its own.
void read_own(const Fields& fields, ValidationCase& into) {
  if (const auto note = fields.find("note")) into.note = note->text().value_or("");
  if (const auto role = fields.find("role")) {
    if (const auto chosen = role->choice({"fit", "validate"})) into.role = *chosen == 0 ? Role::kFit : Role::kValidate;
  }
}

ValidationCase read_case(const Fields& fields, const Common& common, Log& log) {
  ValidationCase result = common.start;
  read_own(fields, result);
  const auto set = fields.find("set");
  const Changes own = set ? read_changes(*set) : Changes{};
  std::optional<Scenario> scenario;
  if (common.scenario != nullptr) scenario = changed(*common.scenario, own, common.directory, log);
  if (const auto given = fields.find("alternatives")) {
    const auto list = given->list(1, 16);
    for (const Cursor& entry : list.value_or(std::vector<Cursor>{})) {
      Changes both = own;
      const Changes more = read_changes(entry);
      both.overrides.insert(both.overrides.end(), more.overrides.begin(), more.overrides.end());
      both.where.insert(both.where.end(), more.where.begin(), more.where.end());
      if (!scenario) continue;
      if (auto other = changed(*common.scenario, both, common.directory, log)) {
        result.alternatives.push_back(*std::move(other));
      }
    }
  }
  if (const auto expect = fields.need("expect", "add expect: [{workload, metric, value, tolerance_pct}]")) {
    const auto list = expect->list(1, kMostCases);
    for (const Cursor& entry : list.value_or(std::vector<Cursor>{})) {
      if (auto one = read_expectation(entry, scenario)) result.expect.push_back(*std::move(one));
    }
  }
  if (scenario) result.scenario = *std::move(scenario);
  return result;
}

/// Lays the time-slicing parameters of another card over all scenarios of the file.
void use_profile_of(const Cursor& card, std::vector<ValidationCase>& cases) {
  const auto given = card.text();
  if (!given) return;
  const hw::GpuModel* model = hw::find_gpu(*given);
  if (model == nullptr) {
    const std::string near = hw::nearest_gpu(shown(*given));
    card.error("is a card nobody listed: " + shown(*given),
               near.empty() ? "see slicewise catalog gpus" : "did you mean " + near + "?");
    return;
  }
  for (ValidationCase& one : cases) {
    one.scenario.gpu.model.profile = model->profile;
    for (Scenario& alternative : one.alternatives) alternative.gpu.model.profile = model->profile;
  }
}

Result<std::vector<ValidationCase>> read_file(const YamlNode& root, const std::string& origin,
                                              const std::string& directory) {
  Log log;
  const Fields file{Cursor{root, "", log}};
  if (!file) return log.errors();
  const auto listed_cases = file.find("cases");
  if (listed_cases) {
    file.only({"name", "source", "note", "role", "profile_of", "scenario", "cases"});
  } else {
    file.only({"name", "source", "note", "role", "profile_of", "scenario", "set", "alternatives", "expect"});
  }
  Common common;
  common.directory = directory;
  common.start.name = std::filesystem::path{origin}.stem().string();
  if (const auto given = file.find("name")) common.start.name = given->text().value_or("");
  if (const auto given = file.need("source", "add source: who measured it, repository@commit and file")) {
    common.start.source = given->text().value_or("");
  }
  if (!listed_cases) file.need("role", "add role: fit or validate");
  read_own(file, common.start);
  if (const auto given = file.need("scenario", "add scenario: what a scenario file holds")) {
    if (changed(given->node(), {}, directory, log)) common.scenario = &given->node();
  }

  std::vector<ValidationCase> cases;
  if (listed_cases) {
    const auto list = listed_cases->list(1, kMostCases);
    for (const Cursor& entry : list.value_or(std::vector<Cursor>{})) {
      const Fields fields{entry};
      if (!fields) continue;
      fields.only({"name", "note", "role", "set", "alternatives", "expect"});
      ValidationCase one = read_case(fields, common, log);
      if (const auto own = fields.need("name", "add name: what sets this case apart")) {
        one.name += ", " + own->text().value_or("");
      }
      if (!file.has("role")) fields.need("role", "add role: fit or validate");
      cases.push_back(std::move(one));
    }
  } else {
    cases.push_back(read_case(file, common, log));
  }
  if (const auto card = file.find("profile_of")) use_profile_of(*card, cases);
  if (log.failed()) return log.errors();
  return cases;
}

}  // namespace

const char* name(Metric metric) {
  switch (metric) {
    case Metric::kMean:
      return "mean_ms";
    case Metric::kP50:
      return "p50_ms";
    case Metric::kP90:
      return "p90_ms";
    case Metric::kP99:
      return "p99_ms";
    case Metric::kThroughput:
      return "throughput_per_s";
  }
  return "";
}

Result<std::vector<ValidationCase>> read_validation(const std::string& text, const std::string& origin,
                                                    const std::string& directory) {
  Issues issues;
  const std::optional<YamlNode> root = parse_yaml(text, origin, issues);
  if (!root) return issues;
  return read_file(*root, origin, directory);
}

Result<std::vector<ValidationCase>> read_validation_file(const std::string& path) {
  const Result<std::string> text = read_text_file(path, kLongestText, true);
  if (!text) return text.error();
  return read_validation(*text, path, std::filesystem::path{path}.parent_path().string());
}

}  // namespace libsched::scenario
