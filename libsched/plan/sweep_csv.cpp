#include <libsched/plan/sweep.hpp>

#include <cmath>
#include <iterator>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace libsched::plan {
namespace {

/// Lines of cells. A cell with a comma, a quote, a line end or blanks around it is quoted (RFC 4180).
class Csv {
 public:
  void text(const std::string& cell) {
    separate();
    const bool padded = cell.starts_with(' ') || cell.ends_with(' ');
    if (!padded && cell.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += cell;
      return;
    }
    text_ += '"';
    for (const char c : cell) text_.append(c == '"' ? 2 : 1, c);
    text_ += '"';
  }
  template <class T>
  void value(const T& cell) {
    separate();
    fmt::format_to(std::back_inserter(text_), "{}", cell);  // doubles: the shortest text that reads back the same
  }
  void empty() { separate(); }
  void end_line() {
    text_ += '\n';
    first_ = true;
  }
  std::string take() { return std::move(text_); }

 private:
  void separate() {
    if (!first_) text_ += ',';
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

void cell(const Column& column, std::size_t row, Csv& csv) {
  std::visit(
      [&](const auto& values) {
        using Value = typename std::decay_t<decltype(values)>::value_type;
        const Value& value = values[row];
        if constexpr (std::is_same_v<Value, std::string>) {
          csv.text(value);
        } else if constexpr (std::is_same_v<Value, double>) {
          std::isnan(value) ? csv.empty() : csv.value(value);
        } else if constexpr (std::is_same_v<Value, std::int8_t>) {
          value < 0 ? csv.empty() : csv.value(value != 0);
        } else {
          csv.value(value);
        }
      },
      column.values);
}

}  // namespace

std::string to_csv(const Sweep& sweep) {
  const SweepTable rows = table(sweep);
  Csv csv;
  for (const std::string& path : sweep.paths) csv.text(path);
  for (const Column& column : rows.columns) csv.text(column.name);
  csv.end_line();
  for (std::size_t row = 0; row < rows.point.size(); ++row) {
    for (const std::string& value : sweep.points[rows.point[row]].values) csv.text(value);
    for (const Column& column : rows.columns) cell(column, row, csv);
    csv.end_line();
  }
  return csv.take();
}

}  // namespace libsched::plan
