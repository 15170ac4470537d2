#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/result.hpp>

namespace libsched::place::detail {

/// One line of a CSV file as fields: quotes removed, "" read as one quote, blanks around a field dropped. Nothing if a
/// quote is not closed.
std::optional<std::vector<std::string>> split_csv_line(std::string_view line);

struct CsvRow {
  std::size_t line = 0;  ///< from 1
  std::vector<std::string> fields;
};

/// A CSV file with a heading; blank lines and lines that start with '#' are skipped.
struct CsvTable {
  std::size_t heading_line = 0;
  std::vector<std::string> headings;
  std::vector<CsvRow> rows;  ///< each with as many fields as there are headings
};

/// The table, with what is wrong appended to `issues` (`name:line`): rows of another length are left out of the table.
CsvTable read_csv(std::string_view text, const std::string& name, Issues& issues);

/// A field as a finite decimal number, or nothing.
std::optional<double> decimal(std::string_view field);

}  // namespace libsched::place::detail
