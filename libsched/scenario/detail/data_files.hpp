#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/time.hpp>
#include <libsched/scenario/detail/cursor.hpp>

namespace libsched::scenario::detail {

/// What the numbers of a file of times count.
struct TimeUnit {
  const char* name;
  double ns;
};

/// The files that a scenario names: profiles, traces, measured samples. Relative paths lie beside the scenario.
class DataFiles {
 public:
  explicit DataFiles(std::string directory) : directory_{std::move(directory)} {}

  /// The text of a small file (a profile) and the name to give it in issues.
  std::optional<std::pair<std::string, std::string>> text(const Cursor& file);
  /// One column of a file of numbers; `column` is a heading or counts from 1. Bad rows are issues of that file.
  std::optional<std::vector<double>> numbers(const Cursor& file, const std::optional<Cursor>& column,
                                             const Range& range);
  /// The same as times, in the order of the file.
  std::optional<std::vector<Time>> times(const Cursor& file, const std::optional<Cursor>& column, const TimeUnit& unit);

 private:
  std::optional<std::string> load(const Cursor& file, std::size_t longest, std::string& name);

  std::string directory_;
  std::size_t bytes_left_ = std::size_t{256} << 20;  // over all files of one scenario
};

}  // namespace libsched::scenario::detail
