#include <libsched/plan/sweep.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include <libsched/plan/detail/parallel.hpp>
#include <libsched/scenario/simulate.hpp>

namespace libsched::plan {
namespace {

using scenario::Override;

constexpr std::size_t kMostIssues = 1000;

/// Short enough for a line.
std::string shown(std::string text) {
  constexpr std::size_t kLongest = 200;
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return text;
}

/// "sharing.replicas=2, run.seed=1".
std::string setting(const std::vector<Axis>& axes, const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    text += fmt::format("{}{}={}", a > 0 ? ", " : "", axes[a].path, values[a]);
  }
  return text;
}

/// What is wrong with the axes themselves.
Issues axis_issues(const std::vector<Axis>& axes) {
  Issues issues;
  std::set<std::string> seen;
  std::size_t points = 1;
  for (const Axis& axis : axes) {
    if (!seen.insert(axis.path).second) {
      issues.push_back({shown("--vary " + axis.path), "is varied twice", "give all its values in one list"});
    }
    if (axis.values.empty()) return issues;  // a grid without points
    points = points > kMostPoints / axis.values.size() ? kMostPoints + 1 : points * axis.values.size();
  }
  if (points > kMostPoints) {
    issues.push_back({"--vary", fmt::format("the grid has more than {} points", kMostPoints), "give fewer values"});
  }
  return issues;
}

/// The grid in input order, the last axis fastest.
std::vector<SweepPoint> grid(const std::vector<Axis>& axes) {
  std::vector<SweepPoint> points(1);
  for (const Axis& axis : axes) {
    std::vector<SweepPoint> finer;
    finer.reserve(points.size() * axis.values.size());
    for (const SweepPoint& point : points) {
      for (const std::string& value : axis.values) {
        finer.push_back(point);
        finer.back().values.push_back(value);
      }
    }
    points = std::move(finer);
  }
  return points;
}

/// Everything that one sweep reads and writes.
class Run {
 public:
  Run(const scenario::Source& source, const std::vector<Override>& overrides, const std::vector<Axis>& axes,
      const SweepOptions& options, std::vector<SweepPoint>& points)
      : source_{source}, overrides_{overrides}, axes_{axes}, options_{options}, points_{points} {}

  /// What is wrong with any point. What several share is told once; what only some have names the first of them.
  Issues check() const {
    std::vector<Issues> wrong(points_.size());
    const auto job = [&](std::size_t i) {
      if (interrupted()) return;
      const auto scenario = read(i);
      if (!scenario) wrong[i] = scenario.error();
    };
    detail::run_parallel(points_.size(), job, {}, options_.threads);
    struct Told {
      std::size_t place, points, first;
    };
    std::map<std::tuple<std::string, std::string, std::string>, Told> told;
    Issues issues;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      for (Issue& issue : wrong[i]) {
        const auto [known, fresh] = told.try_emplace({issue.where, issue.what, issue.fix}, Told{issues.size(), 0, i});
        if (fresh) issues.push_back(std::move(issue));
        ++known->second.points;
      }
    }
    for (const auto& [text, one] : told) {
      Issue& issue = issues[one.place];
      if (one.points < points_.size() && !issue.where.starts_with("--")) {
        issue.what += fmt::format(" (with {})", shown(setting(axes_, points_[one.first].values)));
      }
    }
    if (issues.size() > kMostIssues) {
      const Issue more{"--vary", fmt::format("and {} more issues", issues.size() - kMostIssues), "mend those first"};
      issues.resize(kMostIssues);
      issues.push_back(more);
    }
    return issues;
  }

  /// Fills the reports. Scenarios are read again: a thousand of them, with their traces, need not fit in memory.
  Issues simulate() {
    std::vector<Issues> wrong(points_.size());
    std::vector<std::atomic<double>> fractions(points_.size());
    const auto job = [&](std::size_t i) {
      if (interrupted()) return;
      auto scenario = read(i);
      if (!scenario) {  // a file that changed meanwhile
        wrong[i] = scenario.error();
        return;
      }
      points_[i].report = run(*std::move(scenario), fractions[i]);
      fractions[i] = 1;
    };
    const auto progress = [&](double) {
      if (!options_.progress) return;
      const double sum = std::accumulate(fractions.begin(), fractions.end(), 0.0);
      options_.progress(sum / static_cast<double>(fractions.size()));
    };
    detail::run_parallel(points_.size(), job, progress, options_.threads);
    const auto first = std::find_if(wrong.begin(), wrong.end(), [](const Issues& issues) { return !issues.empty(); });
    return first == wrong.end() ? Issues{} : *first;
  }

 private:
  bool interrupted() const { return options_.interrupt != nullptr && options_.interrupt->load(); }

  Result<scenario::Scenario> read(std::size_t i) const {
    std::vector<Override> changes = overrides_;
    for (std::size_t a = 0; a < axes_.size(); ++a) {
      const std::string& value = points_[i].values[a];
      changes.push_back({axes_[a].path, value, shown("--vary " + axes_[a].path + "=" + value)});
    }
    return scenario::read_scenario(source_, changes);
  }

  std::optional<scenario::Report> run(scenario::Scenario scenario, std::atomic<double>& fraction) const {
    scenario.run.intervals = options_.intervals;
    scenario::Hooks hooks;
    hooks.interrupt = options_.interrupt;
    hooks.progress = [&](double done) { fraction = done; };
    scenario::Report report = scenario::simulate(scenario, hooks);
    if (report.stopped == "interrupted") return std::nullopt;  // half a point is no point
    for (scenario::WorkloadReport& workload : report.workloads) {
      workload.distribution_ms = {};  // a hundred numbers that no row shows
    }
    return report;
  }

  const scenario::Source& source_;
  const std::vector<Override>& overrides_;
  const std::vector<Axis>& axes_;
  const SweepOptions& options_;
  std::vector<SweepPoint>& points_;
};

}  // namespace

std::size_t Sweep::done() const {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const SweepPoint& point) { return point.report.has_value(); }));
}

Result<Sweep> sweep(const scenario::Source& source, const std::vector<Override>& overrides,
                    const std::vector<Axis>& axes, const SweepOptions& options) {
  if (Issues issues = axis_issues(axes); !issues.empty()) return issues;
  Sweep result;
  result.intervals = options.intervals;
  for (const Axis& axis : axes) result.paths.push_back(axis.path);
  result.points = grid(axes);
  Run run{source, overrides, axes, options, result.points};
  if (Issues issues = run.check(); !issues.empty()) return issues;
  if (Issues issues = run.simulate(); !issues.empty()) return issues;
  return result;
}

}  // namespace libsched::plan
