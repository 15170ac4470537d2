#pragma once

#include <string>
#include <string_view>

namespace libsched {

/// `text` as a terminal may show it: control characters (but line ends), and characters that turn the direction of
/// writing or take no room, become `\u{202e}`; bytes that are no UTF-8 become `\x{ff}`. Names come from files that
/// others wrote.
std::string printable(std::string_view text);

/// The same where one line must stay one, as in a table: line ends become `\u{0a}`.
std::string printable_line(std::string_view text);

}  // namespace libsched
