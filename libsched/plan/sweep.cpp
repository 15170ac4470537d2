#include <libsched/plan/sweep.hpp>

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>
#include <libsched/plan/detail/parallel.hpp>
#include <libsched/scenario/simulate.hpp>
#include <libsched/scenario/source_tree.hpp>

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
std::string setting(const std::vector<std::string>& paths, const std::vector<std::string>& values) {
  std::string text;
  for (std::size_t a = 0; a < paths.size(); ++a) {
    text += fmt::format("{}{}={}", a > 0 ? ", " : "", paths[a], values[a]);
  }
  return text;
}

/// FNV-1a over the seed and every "path=value", whatever their order in the call; below 2^53, which every reader of the
/// table holds exactly.
std::uint64_t own_seed(std::uint64_t base, const std::vector<std::string>& paths,
                       const std::vector<std::string>& values) {
  std::vector<std::string> parts;
  for (std::size_t a = 0; a < paths.size(); ++a) parts.push_back(paths[a] + "=" + values[a]);
  std::sort(parts.begin(), parts.end());
  std::string text = std::to_string(base);
  for (const std::string& part : parts) text += '\n' + part;
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return (hash ^ hash >> 53) & ((std::uint64_t{1} << 53) - 1);
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

/// What is wrong with the table of settings itself.
Issues table_issues(const Settings& settings) {
  std::vector<Axis> columns;
  for (const std::string& path : settings.paths) columns.push_back({path, {"0"}});
  Issues issues = axis_issues(columns);
  if (settings.rows.size() > kMostPoints) {
    issues.push_back({"--vary", fmt::format("there are more than {} points", kMostPoints), "give fewer"});
  }
  for (const auto& row : settings.rows) {
    LIBSCHED_ASSERT(row.size() == settings.paths.size(), "a row has a value for each path");
  }
  return issues;
}

/// So many checked scenarios wait for their run in memory, some 100 MB.
constexpr std::size_t kMostKept = 16'384;

/// True where nothing in it comes from a file of numbers, which may be long.
bool is_small(const scenario::Scenario& scenario) {
  const auto listed = [](const workload::Distribution& law) {
    return std::holds_alternative<workload::Distribution::Empirical>(law.law());
  };
  return scenario.workloads.size() <= 8 &&
         std::none_of(scenario.workloads.begin(), scenario.workloads.end(), [&](const workload::Workload& work) {
           const auto& gpu = work.request.gpu_ms;
           return std::holds_alternative<workload::Trace>(work.arrivals) || listed(work.request.cpu_ms) ||
                  listed(work.request.copy_ms) ||
                  std::any_of(gpu.begin(), gpu.end(), [&](const auto& one) { return listed(one.second); });
         });
}

/// Everything that one sweep reads and writes.
class Run {
 public:
  Run(scenario::SourceTree source, const std::vector<Override>& overrides, const std::vector<std::string>& paths,
      const SweepOptions& options, std::vector<SweepPoint>& points)
      : source_{std::move(source)},
        overrides_{overrides},
        paths_{paths},
        options_{options},
        points_{points},
        kept_(std::min(points.size(), kMostKept)) {}

  /// What is wrong with any point. What several share is told once; what only some have names the first of them.
  Issues check() {
    std::vector<Issues> wrong(points_.size());
    const auto job = [&](std::size_t i) {
      if (interrupted()) return;
      auto scenario = read(i);
      if (!scenario) {
        wrong[i] = scenario.error();
      } else if (i < kept_.size() && is_small(*scenario)) {
        kept_[i] = *std::move(scenario);
      }
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
        issue.what += fmt::format(" (with {})", shown(setting(paths_, points_[one.first].values)));
      }
    }
    if (issues.size() > kMostIssues) {
      const Issue more{"--vary", fmt::format("and {} more issues", issues.size() - kMostIssues), "mend those first"};
      issues.resize(kMostIssues);
      issues.push_back(more);
    }
    return issues;
  }

  /// Fills the reports. Scenarios that were not kept are read again: all of them, with their traces, need not fit in
  /// memory.
  Issues simulate() {
    std::vector<Issues> wrong(points_.size());
    std::vector<std::atomic<double>> fractions(points_.size());
    const auto job = [&](std::size_t i) {
      if (interrupted()) return;
      if (i < kept_.size() && kept_[i]) {
        points_[i].report = run(*std::exchange(kept_[i], std::nullopt), fractions[i]);
      } else if (auto scenario = read(i)) {
        points_[i].report = run(*std::move(scenario), fractions[i]);
      } else {  // a file that changed meanwhile
        wrong[i] = scenario.error();
        return;
      }
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
    for (std::size_t a = 0; a < paths_.size(); ++a) {
      const std::string& value = points_[i].values[a];
      changes.push_back({paths_[a], value, shown("--vary " + paths_[a] + "=" + value)});
    }
    auto scenario = source_.read(changes);
    if (scenario && options_.seeds == Seeds::kOwn) {
      scenario->run.seed = own_seed(scenario->run.seed, paths_, points_[i].values);
    }
    return scenario;
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

  scenario::SourceTree source_;
  const std::vector<Override>& overrides_;
  const std::vector<std::string>& paths_;
  const SweepOptions& options_;
  std::vector<SweepPoint>& points_;
  std::vector<std::optional<scenario::Scenario>> kept_;  ///< from check() to simulate()
};

}  // namespace

std::size_t Sweep::done() const {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const SweepPoint& point) { return point.report.has_value(); }));
}

Result<Settings> grid(const std::vector<Axis>& axes) {
  if (Issues issues = axis_issues(axes); !issues.empty()) return issues;
  Settings settings;
  settings.rows.emplace_back();
  for (const Axis& axis : axes) {
    settings.paths.push_back(axis.path);
    std::vector<std::vector<std::string>> finer;
    finer.reserve(settings.rows.size() * axis.values.size());
    for (const auto& row : settings.rows) {
      for (const std::string& value : axis.values) {
        finer.push_back(row);
        finer.back().push_back(value);
      }
    }
    settings.rows = std::move(finer);
  }
  return settings;
}

Result<Sweep> sweep_rows(const scenario::Source& source, const std::vector<Override>& overrides,
                         const Settings& settings, const SweepOptions& options) {
  if (Issues issues = table_issues(settings); !issues.empty()) return issues;
  auto tree = scenario::SourceTree::parse(source);
  if (!tree) return tree.error();
  Sweep result;
  result.intervals = options.intervals;
  result.paths = settings.paths;
  for (const auto& row : settings.rows) result.points.push_back({row, std::nullopt});
  Run run{*std::move(tree), overrides, settings.paths, options, result.points};
  if (Issues issues = run.check(); !issues.empty()) return issues;
  if (Issues issues = run.simulate(); !issues.empty()) return issues;
  return result;
}

Result<Sweep> sweep(const scenario::Source& source, const std::vector<Override>& overrides,
                    const std::vector<Axis>& axes, const SweepOptions& options) {
  const auto settings = grid(axes);
  if (!settings) return settings.error();
  return sweep_rows(source, overrides, *settings, options);
}

Issues check_rows(const scenario::Source& source, const std::vector<Override>& overrides, const Settings& settings) {
  if (Issues issues = table_issues(settings); !issues.empty()) return issues;
  auto tree = scenario::SourceTree::parse(source);
  if (!tree) return tree.error();
  std::vector<SweepPoint> points;
  for (const auto& row : settings.rows) points.push_back({row, std::nullopt});
  return Run{*std::move(tree), overrides, settings.paths, SweepOptions{}, points}.check();
}

}  // namespace libsched::plan
