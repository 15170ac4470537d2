#include <libsched/scenario/detail/cursor.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::size_t kMostIssues = 1000;

std::string described(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "empty";
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
    case YamlNode::Kind::kScalar:
      break;
  }
  return node.plain ? shown(node.text) : fmt::format("the text \"{}\"", shown(node.text));
}

bool is_special_number(const std::string& text) {
  std::string lower;
  for (const char c : text.substr(0, 6)) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  if (lower.starts_with('+') || lower.starts_with('-')) lower.erase(0, 1);
  return lower == ".inf" || lower == ".nan" || lower == "inf" || lower == "nan";
}

/// The characters of `text` after a plus sign, where digits may follow it.
std::pair<const char*, const char*> digits(const std::string& text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return {text.data() + (plus ? 1 : 0), text.data() + text.size()};
}

std::string child(const std::string& path, const std::string& key) {
  return path.empty() ? shown(key) : path + "." + shown(key);
}

}  // namespace

void Log::error(Issue issue) {
  if (full()) {
    ++left_out_;
  } else {
    errors_.push_back(std::move(issue));
  }
}

bool Log::full() const {
  return errors_.size() >= kMostIssues;
}

void Log::note(std::string where, std::string what, std::string fix) {
  if (notes_.size() < kMostIssues)
    notes_.push_back({std::move(where), std::move(what), std::move(fix), Severity::kNote});
}

Issues Log::errors() const {
  Issues all = errors_;
  if (left_out_ > 0) {
    all.push_back({errors_.back().where, fmt::format("and {} more issues", left_out_), "mend those above first"});
  }
  return all;
}

std::string Range::text() const {
  return above_low ? fmt::format("a number more than {:g}, at most {:g}", low, high)
                   : fmt::format("a number from {:g} to {:g}", low, high);
}

void Cursor::error(const std::string& what, const std::string& fix) const {
  log_->error({where(), (path_.empty() ? "the scenario" : "`" + path_ + "`") + " " + what, fix});
}

void Cursor::wrong_type(const std::string& wanted) const {
  error("is " + described(*node_), "give " + wanted);
}

std::optional<double> Cursor::plain_number() const {
  if (node_->kind != YamlNode::Kind::kScalar || !node_->plain || node_->text.empty()) return std::nullopt;
  const auto [first, last] = digits(node_->text);
  if (std::any_of(first, last, [](char c) {
        return (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E';
      })) {
    return std::nullopt;  // from_chars also knows "inf" and "nan"
  }
  double value = 0;
  const auto [end, status] = std::from_chars(first, last, value);
  if (end != last || status == std::errc::invalid_argument) return std::nullopt;
  // Too large or too small for a double: no range contains it.
  return status == std::errc{} ? value : std::numeric_limits<double>::infinity();
}

std::optional<double> Cursor::number(const Range& range) const {
  const std::optional<double> value = plain_number();
  if (value && range.contains(*value)) return value;
  if (value || (node_->kind == YamlNode::Kind::kScalar && node_->plain && is_special_number(node_->text))) {
    error("is " + shown(node_->text), "give " + range.text());
  } else {
    wrong_type(range.text());
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Cursor::whole64(std::uint64_t low, std::uint64_t high) const {
  const auto wrong = [&] {
    wrong_type(fmt::format("a whole number from {} to {}", low, high));
    return std::nullopt;
  };
  const std::optional<double> value = plain_number();
  if (!value) return wrong();
  std::uint64_t result = 0;
  const auto [first, last] = digits(node_->text);
  const auto [end, status] = std::from_chars(first, last, result);
  if (end != last || status != std::errc{}) {
    // Written as 4.0 or 1e3; doubles hold whole numbers exactly up to 2^53.
    if (!(*value >= 0.0 && *value <= 0x1p53) || *value != std::floor(*value)) return wrong();
    result = static_cast<std::uint64_t>(*value);
  }
  if (result < low || result > high) return wrong();
  return result;
}

std::optional<int> Cursor::whole(int low, int high) const {
  const auto value = whole64(static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high));
  if (!value) return std::nullopt;
  return static_cast<int>(*value);
}

std::optional<std::string> Cursor::text() const {
  constexpr std::size_t kLongest = 253;
  const std::string& value = node_->text;
  const bool is_text = node_->kind == YamlNode::Kind::kScalar && !plain_number() &&
                       !(node_->plain && (value == "true" || value == "false" || is_special_number(value)));
  if (!is_text) {
    wrong_type(node_->kind == YamlNode::Kind::kScalar ? "text; put it into quotes" : "text");
    return std::nullopt;
  }
  const bool control =
      std::any_of(value.begin(), value.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; });
  if (value.empty() || value.size() > kLongest || control) {
    wrong_type(fmt::format("text of 1 to {} bytes without control characters", kLongest));
    return std::nullopt;
  }
  return value;
}

std::optional<std::size_t> Cursor::choice(const std::vector<std::string>& words) const {
  if (node_->kind == YamlNode::Kind::kScalar) {
    const auto found = std::find(words.begin(), words.end(), node_->text);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    const std::string near = nearest(shown(node_->text), words);
    if (!near.empty()) {
      error("is " + described(*node_), fmt::format("did you mean {}? It takes one of {}", near, listed(words)));
      return std::nullopt;
    }
  }
  wrong_type((words.size() == 1 ? "" : "one of ") + listed(words));
  return std::nullopt;
}

std::optional<std::vector<Cursor>> Cursor::list(std::size_t least, std::size_t most) const {
  if (!is_list()) {
    wrong_type("a list");
    return std::nullopt;
  }
  if (node_->items.size() < least || node_->items.size() > most) {
    error(fmt::format("has {} entries", node_->items.size()), fmt::format("give {} to {} entries", least, most));
    return std::nullopt;
  }
  std::vector<Cursor> result;
  result.reserve(node_->items.size());
  for (std::size_t i = 0; i < node_->items.size(); ++i) {
    result.emplace_back(node_->items[i], fmt::format("{}[{}]", path_, i), *log_);
  }
  return result;
}

std::optional<std::vector<double>> Cursor::numbers(std::size_t least, std::size_t most, const Range& range) const {
  const auto entries = list(least, most);
  if (!entries) return std::nullopt;
  std::vector<double> result;
  for (const Cursor& entry : *entries) {
    if (const auto value = entry.number(range)) result.push_back(*value);
  }
  if (result.size() != entries->size()) return std::nullopt;
  return result;
}

Fields::Fields(const Cursor& map) : map_{map} {
  if (!map_.is_map()) {
    map_.wrong_type("a map of keys and values");
    return;
  }
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < map_.node().keys.size(); ++i) {
    const YamlKey& key = map_.node().keys[i];
    if (!seen.insert(key.text).second) {
      map_.log().error(
          {place(i), fmt::format("the key `{}` is given twice", child(map_.path(), key.text)), "keep one of them"});
    }
  }
}

void Fields::only(const std::vector<std::string>& known) const {
  if (!map_.is_map()) return;
  for (std::size_t i = 0; i < map_.node().keys.size(); ++i) {
    const YamlKey& key = map_.node().keys[i];
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    if (map_.log().full()) {
      map_.log().error({});
      continue;
    }
    std::string fix = "keys here: " + listed(known);
    if (key.text == "<<") {
      fix = "merge keys are not read; write the keys out";
    } else if (const std::string homes = homes_of(key.text, map_.path(), known); !homes.empty()) {
      fix = fmt::format("it is a key of {}: write it there. Keys here: {}", homes, listed(known));
    } else if (const std::string near = nearest(shown(key.text), known); !near.empty()) {
      fix = fmt::format("did you mean `{}`? Keys here: {}", near, listed(known));
    }
    map_.log().error({place(i), fmt::format("unknown key `{}`", child(map_.path(), key.text)), fix});
  }
}

std::string Fields::place(std::size_t index) const {
  // A key that an override added has no line; its value knows the option.
  const int line = map_.node().keys[index].line;
  return line > 0 ? map_.node().where(line) : map_.node().items[index].where();
}

Cursor Fields::at(std::size_t index) const {
  return {map_.node().items[index], child(map_.path(), map_.node().keys[index].text), map_.log()};
}

std::optional<Cursor> Fields::find(const std::string& key) const {
  const auto& keys = map_.node().keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return at(i);
  }
  return std::nullopt;
}

std::optional<Cursor> Fields::need(const std::string& key, const std::string& fix) const {
  auto found = find(key);
  if (!found && map_.is_map()) {
    map_.log().error({map_.where(), fmt::format("`{}` is missing", child(map_.path(), key)), fix});
  }
  return found;
}

std::vector<std::pair<std::string, Cursor>> Fields::all() const {
  std::vector<std::pair<std::string, Cursor>> result;
  for (std::size_t i = 0; i < map_.node().keys.size(); ++i) result.emplace_back(map_.node().keys[i].text, at(i));
  return result;
}

std::string listed(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace libsched::scenario::detail
