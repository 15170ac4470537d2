#include <libsched/scenario/detail/data_files.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/text_file.hpp>
#include <libsched/scenario/detail/column.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::size_t kLongestData = std::size_t{64} << 20;

/// A field as nanoseconds: whole numbers exactly, since an epoch in nanoseconds has more digits than a double.
std::optional<std::int64_t> nanoseconds(std::string_view field, double unit) {
  std::int64_t whole = 0;
  const auto [end, status] = std::from_chars(field.data(), field.data() + field.size(), whole);
  const auto factor = static_cast<std::int64_t>(unit);
  if (status == std::errc{} && end == field.data() + field.size()) {
    if (whole < 0 || whole > std::numeric_limits<std::int64_t>::max() / factor) return std::nullopt;
    return whole * factor;
  }
  const std::optional<double> value = decimal(field);
  if (!value || *value < 0.0 || *value * unit > 9e18) return std::nullopt;
  return std::llround(*value * unit);
}

}  // namespace

std::optional<std::string> DataFiles::load(const Cursor& file, std::size_t longest, std::string& name) {
  const auto given = file.text();
  if (!given) return std::nullopt;
  name = (std::filesystem::path{directory_} / *given).string();
  auto text = read_text_file(name, longest, true);
  if (!text) {
    file.error(fmt::format("names {}: {}", shown(name), text.error().front().what), text.error().front().fix);
    return std::nullopt;
  }
  if (text->size() > bytes_left_) {
    file.error("is one file too many: together they are longer than 256 MiB", "give shorter files");
    return std::nullopt;
  }
  bytes_left_ -= text->size();
  return *std::move(text);
}

std::optional<std::pair<std::string, std::string>> DataFiles::text(const Cursor& file) {
  std::string name;
  auto text = load(file, kLongestText, name);
  if (!text) return std::nullopt;
  return std::pair{*std::move(text), std::move(name)};
}

std::optional<std::vector<double>> DataFiles::numbers(const Cursor& file, const std::optional<Cursor>& column,
                                                      const Range& range) {
  std::string name;
  const auto text = load(file, kLongestData, name);
  if (!text) return std::nullopt;
  std::vector<double> result;
  const bool good = read_column(*text, name, column, file.log(), [&](std::string_view field) -> std::string {
    const std::optional<double> value = decimal(field);
    if (!value || !range.contains(*value)) return fmt::format("{} is not {}", shown(std::string{field}), range.text());
    result.push_back(*value);
    return {};
  });
  if (!good) return std::nullopt;
  if (result.empty()) {
    file.error("names a file without numbers: " + shown(name), "give a file with one number in a row");
    return std::nullopt;
  }
  return result;
}

std::optional<std::vector<Time>> DataFiles::times(const Cursor& file, const std::optional<Cursor>& column,
                                                  const TimeUnit& unit) {
  constexpr double kMostNs = 9e18;
  std::string name;
  const auto text = load(file, kLongestData, name);
  if (!text) return std::nullopt;
  std::vector<Time> result;
  const bool good = read_column(*text, name, column, file.log(), [&](std::string_view field) -> std::string {
    const std::optional<std::int64_t> time = nanoseconds(field, unit.ns);
    if (!time) {
      // An epoch in milliseconds that is read as seconds ends here.
      const bool large = decimal(field).value_or(0) > 0;
      return fmt::format("{} is not a time from 0 to {:g} {}{}", shown(std::string{field}), kMostNs / unit.ns,
                         unit.name, large ? "; another `unit` may be meant" : "");
    }
    result.emplace_back(Duration{*time});
    return {};
  });
  if (!good) return std::nullopt;
  if (result.empty()) {
    file.error("names a file without times: " + shown(name), "give a file with one arrival in a row");
    return std::nullopt;
  }
  return result;
}

}  // namespace libsched::scenario::detail
