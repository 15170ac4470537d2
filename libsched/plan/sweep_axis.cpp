#include <libsched/plan/sweep.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

namespace libsched::plan {
namespace {

/// The parts of `text` between commas that stand outside of brackets, braces and quotes.
std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> result(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0) {
      depth += (c == '[' || c == '{') - (c == ']' || c == '}');
      if (c == ',' && depth <= 0) {
        result.emplace_back();
        continue;
      }
    }
    result.back() += c;
  }
  return result;
}

/// "2:8" or "2:8:3" as numbers; nothing where it is no range.
std::optional<std::vector<std::int64_t>> range(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (true) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view part = text.substr(0, colon);
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (status != std::errc{} || end != part.data() + part.size()) return std::nullopt;
    numbers.push_back(number);
    if (colon == text.size()) break;
    text.remove_prefix(colon + 1);
  }
  if (numbers.size() < 2 || numbers.size() > 3) return std::nullopt;
  if (numbers.size() == 2) numbers.push_back(1);
  return numbers;
}

bool blank(const std::string& text) {
  return text.find_first_not_of(" \t") == std::string::npos;
}

}  // namespace

Result<Axis> read_axis(const std::string& text) {
  constexpr std::size_t kLongest = 200;  // of a place that can still be read
  const std::string where = "--vary " + (text.size() > kLongest ? text.substr(0, kLongest) + "..." : text);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Issue{where, "names no values", "write --vary path=a,b,c, e.g. --vary sharing.replicas=2,4,8"};
  }
  Axis axis{text.substr(0, equals), {}};
  for (const std::string& part : parts(std::string_view{text}.substr(equals + 1))) {
    if (blank(part)) return Issue{where, "has a value missing", "give one value between commas"};
    const auto numbers = range(part);
    if (!numbers) {
      axis.values.push_back(part);
      continue;
    }
    const std::int64_t first = (*numbers)[0], last = (*numbers)[1], step = (*numbers)[2];
    if (step < 1 || last < first) {
      return Issue{where, fmt::format("the range {} is empty", part), "write low:high or low:high:step, e.g. 2:8"};
    }
    // Unsigned, so that no difference and no next value can overflow.
    const auto start = static_cast<std::uint64_t>(first), stride = static_cast<std::uint64_t>(step);
    const std::uint64_t more = (static_cast<std::uint64_t>(last) - start) / stride;
    if (more >= kMostPoints - std::min(axis.values.size(), kMostPoints)) {
      return Issue{where, fmt::format("has more than {} values", kMostPoints), "give fewer, or a larger step"};
    }
    for (std::uint64_t i = 0; i <= more; ++i) {
      axis.values.push_back(std::to_string(static_cast<std::int64_t>(start + i * stride)));
    }
  }
  return axis;
}

}  // namespace libsched::plan
