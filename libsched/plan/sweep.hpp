#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::plan {

/// One dimension of a grid: a path into the scenario file and what stands there, each value as YAML.
struct Axis {
  std::string path;
  std::vector<std::string> values;
};

/// `sharing.replicas=2,4,8`. A whole-number range a:b or a:b:step stands for its values, b included where it is met;
/// a comma within brackets, braces or quotes separates nothing. Issues are placed at "--vary PATH=...".
Result<Axis> read_axis(const std::string& text);

/// Scenarios that differ from a file in some places: each row has one value, as YAML, for each path.
struct Settings {
  std::vector<std::string> paths;
  std::vector<std::vector<std::string>> rows;
};

/// Most points of a sweep.
inline constexpr std::size_t kMostPoints = 100'000;

/// Every combination of the axes' values, the last axis fastest. Issues: a path given twice, too many points.
Result<Settings> grid(const std::vector<Axis>& axes);

/// Whose seed a point draws with.
enum class Seeds {
  kShared,  ///< the file's: all points see the same arrivals, so that they can be compared
  kOwn,     ///< a hash of the file's and of the point's settings: points are independent samples
};

struct SweepOptions {
  std::size_t threads = 0;  ///< 0: one for each core
  Seeds seeds = Seeds::kShared;
  bool intervals = false;  ///< also run each card's low and high; without, `low` and `high` are statistical only
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double fraction)> progress;  ///< called now and then, from the calling thread
};

/// One scenario of the grid.
struct SweepPoint {
  std::vector<std::string> values;  ///< as given, one for each axis
  /// Without the distributions. None where an interrupt came first.
  std::optional<scenario::Report> report;
};

struct Sweep {
  std::vector<std::string> paths;
  std::vector<SweepPoint> points;  ///< in input order, the last axis fastest
  bool intervals = false;
  std::size_t done() const;
};

/// Simulates the scenario with each row of `settings`. A row's result depends on the file, the row and the options
/// alone: not on the number of threads, nor on the other rows. All points are checked before the first runs: whatever
/// is wrong with any of them is an issue, each told once.
Result<Sweep> sweep_rows(const scenario::Source& source, const std::vector<scenario::Override>& overrides,
                         const Settings& settings, const SweepOptions& options = {});

/// The same at every point of the grid that `axes` span.
Result<Sweep> sweep(const scenario::Source& source, const std::vector<scenario::Override>& overrides,
                    const std::vector<Axis>& axes, const SweepOptions& options = {});

/// What is wrong with any row, without running one.
Issues check_rows(const scenario::Source& source, const std::vector<scenario::Override>& overrides,
                  const Settings& settings);

/// One column of measured values: numbers (NaN where a value does not exist), flags (-1 where it does not), or words.
struct Column {
  std::string name;
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>, std::vector<std::int8_t>,
               std::vector<std::string>>
      values;
};

/// One row for each workload of each point that is done: `point` is its place in `Sweep::points`, then what was
/// measured. busy_fraction and switch_fraction are means over the GPUs.
struct SweepTable {
  std::vector<std::size_t> point;
  std::vector<Column> columns;
};
SweepTable table(const Sweep& sweep);

/// The same as text: the settings of each row before what was measured, under one row of headings. A value that does
/// not exist (a latency of an unstable workload) is an empty cell.
std::string to_csv(const Sweep& sweep);

}  // namespace libsched::plan
