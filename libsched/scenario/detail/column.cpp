#include <libsched/scenario/detail/column.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::size_t kMostRows = 10'000'000;
constexpr int kMostBadRows = 20;
constexpr std::size_t kMostHeadings = 1000;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next field, which may be quoted, off the front of `row`; at the end of it `row` has no data.
std::string_view next_field(std::string_view& row) {
  std::size_t end = 0;
  const std::size_t quote = row.find_first_not_of(" \t");
  if (quote != std::string_view::npos && row[quote] == '"') {
    std::size_t closing = row.find('"', quote + 1);
    while (closing < row.size() - 1 && row[closing + 1] == '"') closing = row.find('"', closing + 2);
    end = closing == std::string_view::npos ? 0 : closing;  // one that is never closed quotes nothing
  }
  const std::size_t comma = row.find(',', end);
  const std::string_view field = row.substr(0, comma);
  row = comma == std::string_view::npos ? std::string_view{} : row.substr(comma + 1);
  return trimmed(field);
}

/// Field `index` of a row; nothing past its end.
std::optional<std::string_view> field_of(std::string_view row, std::size_t index) {
  for (; row.data() != nullptr; --index) {
    const std::string_view field = next_field(row);
    if (index == 0) return field;
  }
  return std::nullopt;
}

/// Fields up to the last that is not empty: a comma at the end of a row says nothing.
std::size_t count_fields(std::string_view row) {
  std::size_t count = 0;
  for (std::size_t i = 1; row.data() != nullptr; ++i) {
    if (!next_field(row).empty()) count = i;
  }
  return count;
}

/// Whether a row may as well be one number with a decimal comma, or one with commas between thousands: "0,5".
bool reads_as_one_number(std::string_view row) {
  const std::string_view first = next_field(row);
  if (row.data() == nullptr) return false;
  const std::string_view second = next_field(row);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !first.empty() && std::all_of(first.begin() + (first.front() == '+' ? 1 : 0), first.end(), digit) &&
         !second.empty() && digit(second.front()) &&
         second.find_first_not_of("0123456789eE+-; \t") == std::string_view::npos;
}

/// Which field to take: an index, or a heading to be found in the first row.
struct Wanted {
  std::size_t index = 0;
  std::optional<std::string> heading;
};

std::optional<Wanted> wanted(const std::optional<Cursor>& column) {
  constexpr int kMostColumns = 1000;
  if (!column) return Wanted{};
  if (column->node().kind == YamlNode::Kind::kScalar && !(column->node().plain && decimal(column->node().text))) {
    auto heading = column->text();
    if (!heading) return std::nullopt;
    return Wanted{0, std::move(heading)};
  }
  const auto number = column->whole(1, kMostColumns);
  if (!number) return std::nullopt;
  return Wanted{static_cast<std::size_t>(*number - 1), std::nullopt};
}

std::optional<std::size_t> find_heading(std::string_view row, const std::string& heading, const Cursor& column) {
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < kMostHeadings; ++i) {
    const auto field = field_of(row, i);
    if (!field) break;
    headings.emplace_back(*field);
  }
  const auto found = std::find(headings.begin(), headings.end(), heading);
  if (found != headings.end()) {
    if (std::find(found + 1, headings.end(), heading) == headings.end()) {
      return static_cast<std::size_t>(found - headings.begin());
    }
    column.error("is the heading of two columns of that file: " + shown(heading), "say which by its number, from 1");
    return std::nullopt;
  }
  const std::string near = nearest(heading, headings);
  column.error("is no heading of that file: " + shown(heading),
               near.empty() ? "give one of " + shown(listed(headings)) : "did you mean " + shown(near) + "?");
  return std::nullopt;
}

struct Problem {
  std::string what;
  std::string fix;
};

/// What is wrong with the commas of a row: read as they stand, "0,5" would be the number 0.
std::optional<Problem> wrong_commas(std::string_view row, std::size_t headings, bool column_given) {
  if (headings > 0) {
    const std::size_t fields = count_fields(row);
    if (fields <= headings) return std::nullopt;
    return Problem{
        fmt::format("the row has {} columns, the heading {}: {}", fields, headings, shown(std::string{trimmed(row)})),
        "write decimals with a point, and text with commas in quotes"};
  }
  if (column_given || !reads_as_one_number(row)) return std::nullopt;
  return Problem{fmt::format("{} is two columns, or a number with a decimal comma", shown(std::string{trimmed(row)})),
                 "write decimals with a point; where these are columns, say which (column: 1)"};
}

}  // namespace

std::optional<double> decimal(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (status != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool read_column(std::string_view text, const std::string& name, const std::optional<Cursor>& column, Log& log,
                 const std::function<std::string(std::string_view field)>& take) {
  std::optional<Wanted> want = wanted(column);
  if (!want) return false;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t rows = 0;
  int bad = 0;
  bool first = true;
  std::size_t headings = 0;  // 0 where the file has none
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    const std::string_view content = trimmed(row);
    if (content.empty() || content.front() == '#') continue;
    if (first && want->heading) {
      first = false;
      const auto index = find_heading(row, *want->heading, *column);
      if (!index) return false;
      want->index = *index;
      headings = count_fields(row);
      continue;
    }
    const auto field = field_of(row, want->index);
    const bool heading = first && field && !decimal(*field);
    first = false;
    if (heading) {
      headings = count_fields(row);
      continue;
    }
    Problem problem{{}, "mend or remove the row"};
    if (++rows > kMostRows) {
      log.error(
          {fmt::format("{}:{}", name, line), fmt::format("the file has more than {} rows", kMostRows), "shorten it"});
      return false;
    }
    if (!field) {
      problem.what = fmt::format("the row has no column {}", want->index + 1);
    } else if (auto commas = wrong_commas(row, headings, column.has_value())) {
      problem = *std::move(commas);
    } else {
      problem.what = take(*field);
    }
    if (!problem.what.empty() && ++bad <= kMostBadRows) {
      log.error({fmt::format("{}:{}", name, line), problem.what, problem.fix});
    }
  }
  if (bad > kMostBadRows) {
    log.error({name, fmt::format("and {} more bad rows", bad - kMostBadRows), "mend or remove them"});
  }
  return bad == 0;
}

}  // namespace libsched::scenario::detail
