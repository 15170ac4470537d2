#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <libsched/base/result.hpp>

namespace libsched::scenario::detail {

/// A key of a map, and the line it stands on.
struct YamlKey {
  std::string text;
  int line = 0;
};

/// One value of a YAML document. Aliases are expanded, so a tree shares nothing and ends.
struct YamlNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  bool plain = false;                         ///< a scalar that is neither quoted nor tagged as text
  int line = 0;                               ///< from 1; 0 where the source has no lines
  std::shared_ptr<const std::string> source;  ///< a file's name or an option
  std::string text;                           ///< of a scalar
  std::vector<YamlKey> keys;                  ///< of a map: one for each item, as written, repeated ones too
  std::vector<YamlNode> items;                ///< of a list or a map

  /// "file:line", or the option alone.
  std::string where() const { return where(line); }
  std::string where(int at) const { return at > 0 ? *source + ":" + std::to_string(at) : *source; }
};

/// The longest text that is read: no scenario needs more, and whatever it holds, reading it stays short.
inline constexpr std::size_t kLongestText = std::size_t{4} << 20;

/// Reads one YAML (or JSON) document. On any problem adds an issue and returns nothing. Never throws; time and memory
/// are bounded whatever the text is.
std::optional<YamlNode> parse_yaml(const std::string& text, const std::string& source, Issues& issues);

/// The same for the value of an option, whose issues carry no line.
std::optional<YamlNode> parse_yaml_option(const std::string& text, const std::string& option, Issues& issues);

}  // namespace libsched::scenario::detail
