#include <libsched/place/detail/csv.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fmt/format.h>

namespace libsched::place::detail {
namespace {

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string{text};
}

}  // namespace

std::optional<std::vector<std::string>> split_csv_line(std::string_view line) {
  std::vector<std::string> fields;
  std::string field;
  bool quoted = false;   // inside quotes
  bool literal = false;  // the field was quoted: its blanks are meant
  const auto end_field = [&] {
    fields.push_back(literal ? field : trimmed(field));
    field.clear();
    literal = false;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < line.size() && line[i + 1] == '"') {
        field += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"' && trimmed(field).empty()) {
      field.clear();
      quoted = literal = true;
    } else if (c == ',') {
      end_field();
    } else if (!literal || (c != ' ' && c != '\t' && c != '\r')) {
      field += c;
    }
  }
  if (quoted) return std::nullopt;
  end_field();
  return fields;
}

CsvTable read_csv(std::string_view text, const std::string& name, Issues& issues) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  CsvTable table;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(row.size() + 1, text.size()));
    const auto where = [&] { return fmt::format("{}:{}", name, line); };
    const std::string content = trimmed(row);
    if (content.empty() || content.front() == '#') continue;
    if (row.find('\0') != std::string_view::npos) {
      issues.push_back({where(), "this is no text: it has a zero byte", "give a CSV file"});
      return table;
    }
    auto fields = split_csv_line(row);
    if (!fields) {
      issues.push_back({where(), "a quote is not closed", "close it; a field cannot span lines"});
    } else if (table.heading_line == 0) {
      table.heading_line = line;
      table.headings = *std::move(fields);
    } else if (fields->size() != table.headings.size()) {
      issues.push_back({where(),
                        fmt::format("the row has {} fields, the heading {}", fields->size(), table.headings.size()),
                        "mend or remove the row"});
    } else {
      table.rows.push_back({line, *std::move(fields)});
    }
  }
  if (table.heading_line == 0)
    issues.push_back({name + ":1", "the file has no heading", "name the columns in its first line"});
  return table;
}

std::optional<double> decimal(std::string_view field) {
  double value = 0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (status != std::errc{} || end != field.data() + field.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace libsched::place::detail
