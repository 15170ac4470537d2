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

/// Field `index` of a row; nothing past its end.
std::optional<std::string_view> field_of(std::string_view row, std::size_t index) {
  for (; index > 0; --index) {
    const std::size_t comma = row.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    row.remove_prefix(comma + 1);
  }
  return trimmed(row.substr(0, row.find(',')));
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
    if (*field == heading) return i;
    headings.emplace_back(*field);
  }
  const std::string near = nearest(heading, headings);
  column.error("is no heading of that file: " + shown(heading),
               near.empty() ? "give one of " + shown(listed(headings)) : "did you mean " + shown(near) + "?");
  return std::nullopt;
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
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = trimmed(text.substr(0, end));
    const std::string_view whole_row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (row.empty() || row.front() == '#') continue;
    if (first && want->heading) {
      first = false;
      const auto index = find_heading(whole_row, *want->heading, *column);
      if (!index) return false;
      want->index = *index;
      continue;
    }
    const auto field = field_of(whole_row, want->index);
    const bool heading = first && field && !decimal(*field);
    first = false;
    if (heading) continue;
    std::string problem;
    if (!field) {
      problem = fmt::format("the row has no column {}", want->index + 1);
    } else if (++rows > kMostRows) {
      log.error(
          {fmt::format("{}:{}", name, line), fmt::format("the file has more than {} rows", kMostRows), "shorten it"});
      return false;
    } else {
      problem = take(*field);
    }
    if (!problem.empty() && ++bad <= kMostBadRows) {
      log.error({fmt::format("{}:{}", name, line), problem, "mend or remove the row"});
    }
  }
  if (bad > kMostBadRows) {
    log.error({name, fmt::format("and {} more bad rows", bad - kMostBadRows), "mend or remove them"});
  }
  return bad == 0;
}

}  // namespace libsched::scenario::detail
