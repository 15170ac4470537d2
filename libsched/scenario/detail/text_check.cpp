#include <libsched/scenario/detail/text_check.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace libsched::scenario::detail {
namespace {

/// Length of the UTF-8 sequence at `at`, 0 where there is none (overlong forms, surrogates and cut ends included).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const std::uint32_t lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return 0;
    code = code << 6 | (byte(at + i) & 0x3FU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return overlong || surrogate || code > 0x10FFFF ? 0 : length;
}

bool is_control(unsigned char byte) {
  return (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
}

}  // namespace

std::optional<Issue> find_unreadable(const std::string& text, const std::string& source) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
    return Issue{source + ":1", "the text is UTF-16", "save it as UTF-8"};
  }
  int line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (is_control(byte)) {
      return Issue{fmt::format("{}:{}", source, line), fmt::format("the text has the control byte 0x{:02X}", byte),
                   "this does not look like a text file; give YAML or JSON in UTF-8"};
    }
    const std::size_t length = utf8_length(text, at);
    if (length == 0) {
      return Issue{fmt::format("{}:{}", source, line), fmt::format("the byte 0x{:02X} is not UTF-8 text", byte),
                   "save the file as UTF-8"};
    }
    line += byte == '\n';
    at += length;
  }
  return std::nullopt;
}

std::optional<Unclosed> find_unclosed(const std::string& text) {
  constexpr std::string_view kOpening = "[{", kClosing = "]}";
  std::string open;  // what closes each bracket that is open
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      at += quote == '"' && c == '\\' ? 1 : 0;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (const auto opening = kOpening.find(c); opening != std::string_view::npos) {
      open += kClosing[opening];
    } else if (kClosing.find(c) != std::string_view::npos) {
      if (open.empty()) return Unclosed{fmt::format("the value has a {} that closes nothing", c), "take it out"};
      if (open.back() != c) return Unclosed{fmt::format("the value has {} where {} is due", c, open.back()), "mend it"};
      open.pop_back();
    }
  }
  if (quote != 0) return Unclosed{fmt::format("the quote {} of the value is not closed", quote), "close it"};
  if (open.empty()) return std::nullopt;
  return Unclosed{fmt::format("a {} of the value is not closed", open.back() == ']' ? '[' : '{'),
                  fmt::format("add the {}, and put the whole option into quotes for the shell", open.back())};
}

namespace {

/// The number of an escape \uXXXX that stands at `at`.
std::optional<std::uint32_t> escape_at(const std::string& text, std::size_t at) {
  constexpr std::size_t kLength = 6;
  if (text.compare(at, 2, "\\u") != 0 || at + kLength > text.size()) return std::nullopt;
  std::uint32_t code = 0;
  const char* last = text.data() + at + kLength;
  const auto [end, status] = std::from_chars(text.data() + at + 2, last, code, 16);
  return status == std::errc{} && end == last ? std::optional{code} : std::nullopt;
}

}  // namespace

std::string with_pairs_joined(const std::string& text) {
  constexpr std::size_t kEscape = 6;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::uint32_t> high = text[at] == '\\' ? escape_at(text, at) : std::nullopt;
    const bool half = high && *high >= 0xD800 && *high < 0xDC00 && at + kEscape < text.size();
    const std::optional<std::uint32_t> low = half ? escape_at(text, at + kEscape) : std::nullopt;
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      result += fmt::format("\\U{:08x}", 0x10000 + ((*high - 0xD800) << 10) + (*low - 0xDC00));
      at += 2 * kEscape;
    } else {
      const std::size_t length = text[at] == '\\' ? 2 : 1;  // what a backslash escapes is no backslash itself
      result.append(text, at, length);
      at += length;
    }
  }
  return result;
}

std::string shown(const std::string& text) {
  constexpr std::size_t kLongest = 60;
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (plain && text.size() <= kLongest) return text;  // nearly always
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (result.size() + length > kLongest) return result + "...";
    const auto byte = static_cast<unsigned char>(text[at]);
    if (length == 0 || byte < 0x20 || byte == 0x7F) {
      result += '?';
    } else {
      result.append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return result;
}

}  // namespace libsched::scenario::detail
