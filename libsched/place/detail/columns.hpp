#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <libsched/place/detail/csv.hpp>
#include <libsched/place/read_lists.hpp>

namespace libsched::place::detail {

/// One way to write a field: a heading, and how many of our units one of its units is.
struct Spelling {
  const char* field;
  double unit = 1;
};

/// Finds fields in the rows of a list, and collects all issues.
class Columns {
 public:
  Columns(const ListText& list, const std::vector<const char*>& known_fields);

  /// A column under one of these names, the first that is there. A required one that is missing is an issue.
  struct Column {
    std::optional<std::size_t> index;
    double unit = 1;
    std::string heading;
  };
  Column find(const std::vector<Spelling>& spellings, bool required);
  /// An issue where the headings are those of the other list: one of `theirs`, which only `others` have, and none of
  /// `ours`. Read as they stand, nodes make pods that ask for a node each, and the answer looks like any other.
  void refuse_list_of(const char* others, std::span<const char* const> theirs, std::span<const char* const> ours);

  const CsvTable& table() const { return table_; }
  bool good() const { return issues_.empty(); }
  /// All issues, in the order of their lines.
  Issues issues_by_line() &&;
  std::string where(const CsvRow& row) const;

  const std::string& text(const CsvRow& row, const Column& column) const;
  /// The field in our unit; a fraction of the unit is an issue, as is anything but a number.
  std::optional<std::int64_t> amount(const CsvRow& row, const Column& column, std::int64_t missing);
  void add(const CsvRow& row, Issue issue);

 private:
  bool has(const std::string& heading) const;
  Column column(const std::string& heading, double unit);

  const ListText& list_;
  Issues issues_;
  CsvTable table_;
};

}  // namespace libsched::place::detail
