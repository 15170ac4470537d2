#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
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

/// Most points of a grid.
inline constexpr std::size_t kMostPoints = 100'000;

struct SweepOptions {
  std::size_t threads = 0;  ///< 0: one for each core
  bool intervals = false;   ///< also run each card's low and high; without, `low` and `high` are statistical only
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

/// Simulates the scenario at every point of the grid that `axes` span. Every point draws with the file's own seed, so
/// that all see the same arrivals. The same result for any number of threads. All points are checked before the first
/// runs: whatever is wrong with any of them is an issue, each told once.
Result<Sweep> sweep(const scenario::Source& source, const std::vector<scenario::Override>& overrides,
                    const std::vector<Axis>& axes, const SweepOptions& options = {});

/// One row for each workload of each point that is done, under one row of headings. A value that does not exist (a
/// latency of an unstable workload) is an empty cell; busy_fraction and switch_fraction are means over the GPUs.
std::string to_csv(const Sweep& sweep);

}  // namespace libsched::plan
