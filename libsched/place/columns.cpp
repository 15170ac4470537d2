#include <libsched/place/detail/columns.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>

namespace libsched::place::detail {
namespace {

constexpr const char* kNone = "none";
constexpr double kLargest = 9e15;  // whole numbers up to here are exact

}  // namespace

Columns::Columns(const ListText& list, const std::vector<const char*>& known_fields) : list_{list} {
  table_ = read_csv(list.text, list.name, issues_);
  if (table_.heading_line == 0) return;
  const std::vector<std::string> known(known_fields.begin(), known_fields.end());
  for (const auto& [field, heading] : list.columns) {
    if (std::find(known.begin(), known.end(), field) == known.end()) {
      const std::string near = nearest(field, known);
      issues_.push_back({list.option, fmt::format("there is no field '{}'", field),
                         near.empty() ? fmt::format("choose among {}", fmt::join(known, ", "))
                                      : fmt::format("did you mean {}?", near)});
    } else if (heading != kNone &&
               std::find(table_.headings.begin(), table_.headings.end(), heading) == table_.headings.end()) {
      const std::string near = nearest(heading, table_.headings);
      issues_.push_back({fmt::format("{}:{}", list.name, table_.heading_line),
                         fmt::format("the file has no column '{}', which {} names", heading, list.option),
                         near.empty() ? fmt::format("it has {}", fmt::join(table_.headings, ", "))
                                      : fmt::format("did you mean {}?", near)});
    }
  }
}

Columns::Column Columns::find(const std::vector<Spelling>& spellings, bool required) {
  if (table_.heading_line == 0) return {};
  for (const auto& [field, unit] : spellings) {  // what the user has named goes before what happens to be there
    for (const auto& [named, heading] : list_.columns) {
      if (named != field) continue;
      if (has(heading)) return column(heading, unit);
      return {};  // `none`, or told already
    }
  }
  for (const auto& [field, unit] : spellings) {
    if (has(field)) return column(field, unit);
  }
  if (required) {
    const char* field = spellings.front().field;
    const std::string near = nearest(field, table_.headings);
    issues_.push_back({fmt::format("{}:{}", list_.name, table_.heading_line),
                       fmt::format("there is no column '{}'", field),
                       fmt::format("name it with {} {}={}", list_.option, field, near.empty() ? "HEADING" : near)});
  }
  return {};
}

bool Columns::has(const std::string& heading) const {
  return std::find(table_.headings.begin(), table_.headings.end(), heading) != table_.headings.end();
}

Columns::Column Columns::column(const std::string& heading, double unit) {
  const auto found = std::find(table_.headings.begin(), table_.headings.end(), heading);
  if (std::find(found + 1, table_.headings.end(), heading) != table_.headings.end()) {
    issues_.push_back({fmt::format("{}:{}", list_.name, table_.heading_line),
                       fmt::format("there are two columns '{}'", heading), "rename or remove one of them"});
  }
  return {static_cast<std::size_t>(found - table_.headings.begin()), unit, heading};
}

void Columns::refuse_list_of(const char* others, std::span<const char* const> theirs,
                             std::span<const char* const> ours) {
  if (!list_.columns.empty()) return;  // who names columns has looked at them
  const auto there = [&](const char* heading) { return has(heading); };
  const auto told = std::find_if(theirs.begin(), theirs.end(), there);
  if (told == theirs.end() || std::any_of(ours.begin(), ours.end(), there)) return;
  issues_.push_back({fmt::format("{}:{}", list_.name, table_.heading_line),
                     fmt::format("this looks like a list of {}: it has a column '{}'", others, *told),
                     fmt::format("give the two lists the right way round, or name the columns with {}", list_.option)});
}

std::string Columns::where(const CsvRow& row) const {
  return fmt::format("{}:{}", list_.name, row.line);
}

const std::string& Columns::text(const CsvRow& row, const Column& column) const {
  static const std::string empty;
  return column.index ? row.fields[*column.index] : empty;
}

std::optional<std::int64_t> Columns::amount(const CsvRow& row, const Column& column, std::int64_t missing) {
  if (!column.index) return missing;
  const std::string& field = text(row, column);
  const std::optional<double> value = decimal(field);
  if (!value) {
    add(row, {"", fmt::format("{} is '{}', which is no number", column.heading, field), "mend or remove the row"});
    return std::nullopt;
  }
  const double amount = *value * column.unit;
  const double whole = std::nearbyint(amount);
  if (std::fabs(amount) > kLargest) {
    add(row, {"", fmt::format("{} is too large: {}", column.heading, field), "check the unit"});
    return std::nullopt;
  }
  // 0.1 cores are 100 thousandths, though neither is exact in binary; 0.1 thousandths are a mistake.
  if (std::fabs(amount - whole) > 1e-6 * std::max(1.0, std::fabs(amount))) {
    add(row, {"",
              fmt::format("{} is {}, which is not a whole number of {}", column.heading, field,
                          column.unit == 1 ? "units" : fmt::format("1/{:g} units", column.unit)),
              "round it"});
    return std::nullopt;
  }
  return static_cast<std::int64_t>(whole);
}

Issues Columns::issues_by_line() && {
  const auto line = [&](const Issue& issue) {
    const std::string start = list_.name + ":";
    if (!issue.where.starts_with(start)) return std::int64_t{0};  // an option: first
    return static_cast<std::int64_t>(decimal(std::string_view{issue.where}.substr(start.size())).value_or(0));
  };
  std::stable_sort(issues_.begin(), issues_.end(), [&](const Issue& a, const Issue& b) { return line(a) < line(b); });
  return std::move(issues_);
}

void Columns::add(const CsvRow& row, Issue issue) {
  issue.where = where(row);
  issues_.push_back(std::move(issue));
}

}  // namespace libsched::place::detail
