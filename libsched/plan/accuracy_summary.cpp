#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/printable.hpp>
#include <libsched/plan/detail/percent_text.hpp>
#include <libsched/plan/validate.hpp>

namespace libsched::plan {
namespace {

struct Group {
  std::size_t rows = 0;
  std::size_t within = 0;
  double sum_pct = 0;  ///< of the sizes of the errors
  const ValidationRow* worst = nullptr;
};

/// What nothing was predicted for is worse than any error.
double size(const ValidationRow& row) {
  return row.predicted ? std::abs(row.error_pct) : INFINITY;
}

std::string percent(const ValidationRow& row) {
  return row.predicted ? detail::difference_text(row.error_pct, 1) : "not predicted";
}

}  // namespace

std::string accuracy_summary(const Validation& validation) {
  std::map<std::pair<std::string, std::string>, Group, std::greater<>> groups;  // time-slicing first
  for (const ValidationRow& row : validation.rows) {
    if (row.role == scenario::Role::kFit || !row.tolerance_pct) continue;
    Group& group = groups[{row.mode, row.gpu}];
    ++group.rows;
    group.within += row.met;
    group.sum_pct += size(row);
    if (group.worst == nullptr || size(row) > size(*group.worst)) group.worst = &row;
  }
  std::string text = fmt::format("**{}.**\n\n", printable_line(verdict(validation)));
  text +=
      "| mode | card | rows that judge | within tolerance | mean error | worst | where |\n"
      "|---|---|--:|--:|--:|--:|---|\n";
  for (const auto& [key, group] : groups) {
    const double mean = group.sum_pct / static_cast<double>(group.rows);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", key.first, printable_line(key.second), group.rows,
                        group.within, std::isfinite(mean) ? fmt::format("{:.1f} %", mean) : "-", percent(*group.worst),
                        printable_line(group.worst->name));
  }
  return text;
}

}  // namespace libsched::plan
