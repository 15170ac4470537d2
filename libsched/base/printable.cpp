#include <libsched/base/printable.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace libsched {
namespace {

struct Code {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  ///< 0 where no character begins
};

Code code_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return {};
  std::uint32_t value = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    value = value << 6 | (byte & 0x3FU);
  }
  return {value, bytes};
}

bool is_hidden(std::uint32_t code) {
  struct Range {
    std::uint32_t first, last;
  };
  // Unicode categories Cc and Cf, as far as they change what the reader sees, and the two separators of lines.
  constexpr std::array<Range, 10> kHidden = {{{0x00, 0x09},
                                              {0x0B, 0x1F},
                                              {0x7F, 0x9F},
                                              {0xAD, 0xAD},
                                              {0x061C, 0x061C},
                                              {0x200B, 0x200F},
                                              {0x2028, 0x202E},
                                              {0x2060, 0x206F},
                                              {0xFEFF, 0xFEFF},
                                              {0xFFF9, 0xFFFB}}};
  for (const Range& range : kHidden) {
    if (code >= range.first && code <= range.last) return true;
  }
  return false;
}

void escape(char letter, std::uint32_t code, std::string& into) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  do {
    digits.insert(digits.begin(), kDigits[code % 16]);
    code /= 16;
  } while (code > 0 || digits.size() < 2);
  into.append("\\").append(1, letter).append("{").append(digits).append("}");
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Code code = code_at(text, at);
    if (code.bytes == 0) {
      escape('x', static_cast<unsigned char>(text[at++]), result);
      continue;
    }
    if (is_hidden(code.value)) {
      escape('u', code.value, result);
    } else {
      result.append(text, at, code.bytes);
    }
    at += code.bytes;
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string result;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find('\n', begin);
    result += printable(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return result;
    escape('u', '\n', result);
    begin = end + 1;
  }
}

}  // namespace libsched
