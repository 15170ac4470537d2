#include <libsched/plan/validate.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include <libsched/plan/detail/percent_text.hpp>
#include <libsched/scenario/simulate.hpp>

namespace libsched::plan {

namespace detail {

// Generated from data/validation by cmake/embed.cmake.
std::string_view embedded_file(std::string_view name);
std::vector<std::string_view> embedded_files();

}  // namespace detail

namespace {

using scenario::Expectation;
using scenario::Interval;
using scenario::Metric;
using scenario::ValidationCase;
using Cases = std::vector<ValidationCase>;

/// The cases of several files: all of them, or all that is wrong with any.
class Collected {
 public:
  void add(Result<Cases> read) {
    if (!read) {
      issues_.insert(issues_.end(), read.error().begin(), read.error().end());
      return;
    }
    for (ValidationCase& one : *read) cases_.push_back(std::move(one));
  }
  Result<Cases> take() && {
    if (!issues_.empty()) return std::move(issues_);
    return std::move(cases_);
  }

 private:
  Cases cases_;
  Issues issues_;
};

std::optional<Interval> metric_of(const scenario::WorkloadReport& workload, Metric metric) {
  if (metric == Metric::kThroughput) return workload.throughput_per_s;
  if (!workload.latency_ms) return std::nullopt;
  switch (metric) {
    case Metric::kMean:
      return workload.latency_ms->mean;
    case Metric::kP50:
      return workload.latency_ms->p50;
    case Metric::kP90:
      return workload.latency_ms->p90;
    case Metric::kP99:
      return workload.latency_ms->p99;
    case Metric::kThroughput:
      break;
  }
  return std::nullopt;
}

std::optional<Interval> predicted(const std::vector<scenario::Report>& reports, const Expectation& expect) {
  std::optional<Interval> result;
  for (const scenario::Report& report : reports) {
    for (const scenario::WorkloadReport& workload : report.workloads) {
      if (workload.name != expect.workload) continue;
      const auto interval = metric_of(workload, expect.metric);
      if (!interval) return std::nullopt;
      if (!result) {
        result = interval;  // the scenario itself; alternatives only widen
      } else {
        result->low = std::min(result->low, interval->low);
        result->high = std::max(result->high, interval->high);
      }
    }
  }
  return result;
}

/// "mps", or "mps on a MIG instance" where tenants share one of a layout.
std::string mode_of(const scenario::Scenario& scenario) {
  const scenario::Sharing& sharing = scenario.sharing;
  if (sharing.mode != scenario::Mode::kMig) return scenario::name(sharing.mode);
  for (const scenario::MigInstance& one : sharing.layout) {
    if (one.sharing.mode != scenario::Mode::kExclusive) {
      return fmt::format("{} on a MIG instance", scenario::name(one.sharing.mode));
    }
  }
  return "mig";
}

ValidationRow judge(const ValidationCase& one, const Expectation& expect, const std::optional<Interval>& predicted) {
  ValidationRow row{one.name,      one.source, one.note,     one.role, expect.workload,
                    expect.metric, predicted,  expect.value, 0,        expect.tolerance_pct};
  row.mode = mode_of(one.scenario);
  row.gpu = one.scenario.gpu.model.name;
  if (!predicted) return row;
  row.error_pct = (predicted->value / expect.value - 1) * 100;
  row.covered = predicted->low <= expect.value && expect.value <= predicted->high;
  row.met = expect.tolerance_pct ? std::abs(row.error_pct) <= *expect.tolerance_pct : row.covered;
  return row;
}

}  // namespace

Result<Cases> shipped_validation_cases() {
  Collected all;
  for (const std::string_view name : detail::embedded_files()) {
    all.add(scenario::read_validation(std::string{detail::embedded_file(name)}, std::string{name}, ""));
  }
  return std::move(all).take();
}

Result<Cases> validation_cases_at(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return scenario::read_validation_file(path);
  std::vector<std::string> files;
  for (fs::directory_iterator entry{path, error}, end; !error && entry != end; entry.increment(error)) {
    const std::string extension = entry->path().extension().string();
    if (extension == ".yaml" || extension == ".yml" || extension == ".json") files.push_back(entry->path().string());
  }
  if (error) return Issue{path, "the folder cannot be read", "check its permissions"};
  if (files.empty()) return Issue{path, "the folder has no .yaml, .yml or .json file", "name a folder of cases"};
  std::sort(files.begin(), files.end());
  Collected all;
  for (const std::string& file : files) all.add(scenario::read_validation_file(file));
  return std::move(all).take();
}

Validation validate(const Cases& cases, const ValidationHooks& hooks) {
  Validation validation;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const ValidationCase& one = cases[i];
    std::vector<const scenario::Scenario*> scenarios{&one.scenario};
    for (const scenario::Scenario& alternative : one.alternatives) scenarios.push_back(&alternative);
    std::vector<scenario::Report> reports;
    for (std::size_t s = 0; s < scenarios.size(); ++s) {
      scenario::Hooks own;
      own.interrupt = hooks.interrupt;
      if (hooks.progress) {
        own.progress = [&](double fraction) {
          const double within = (static_cast<double>(s) + fraction) / static_cast<double>(scenarios.size());
          hooks.progress((static_cast<double>(i) + within) / static_cast<double>(cases.size()));
        };
      }
      reports.push_back(scenario::simulate(*scenarios[s], own));
      if (hooks.interrupt != nullptr && hooks.interrupt->load(std::memory_order_relaxed)) {
        validation.interrupted = true;
        return validation;
      }
    }
    for (const Expectation& expect : one.expect) {
      validation.rows.push_back(judge(one, expect, predicted(reports, expect)));
    }
  }
  return validation;
}

std::string verdict(const Validation& validation) {
  std::size_t judged = 0, within = 0, intervals = 0, covered = 0, fitted = 0;
  const ValidationRow* worst = nullptr;
  for (const ValidationRow& row : validation.rows) {
    if (row.role == scenario::Role::kFit) {
      ++fitted;
    } else if (row.tolerance_pct) {
      ++judged;
      within += row.met;
      // Without a prediction nothing is worse.
      const auto badness = [](const ValidationRow& r) { return r.predicted ? std::abs(r.error_pct) : INFINITY; };
      if (worst == nullptr || badness(row) > badness(*worst)) worst = &row;
    } else {
      ++intervals;
      covered += row.covered;
    }
  }
  std::string text = validation.interrupted ? "interrupted, the rest was not predicted: " : "";
  text += fmt::format("{} of {} validation rows within tolerance", within, judged);
  if (worst != nullptr) {
    text += fmt::format("; worst {}: {} {}", worst->name, scenario::name(worst->metric),
                        worst->predicted ? detail::difference_text(worst->error_pct, 1) : "not predicted");
  }
  if (intervals > 0)
    text += fmt::format("; {} of {} rows with unpublished inputs within the interval", covered, intervals);
  if (fitted > 0) text += fmt::format("; {} fitted rows not counted", fitted);
  return text;
}

}  // namespace libsched::plan
