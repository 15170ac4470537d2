#pragma once

#include <optional>
#include <string>

#include <libsched/base/result.hpp>

namespace libsched::scenario::detail {

/// What keeps `text` from being read as UTF-8 text at all: the first place, or nothing. The YAML parser would stop
/// silently at some control bytes and pass on broken UTF-8, which no JSON report can carry.
std::optional<Issue> find_unreadable(const std::string& text, const std::string& source);

/// `text` for a message: control characters replaced, cut to a readable length.
std::string shown(const std::string& text);

/// JSON writes a character beyond U+FFFF as the escapes of two halves, \ud83d\ude80, which YAML does not know; YAML has
/// one escape for it, \U0001f680. The text with each such pair as one escape.
std::string with_pairs_joined(const std::string& text);

/// A bracket or quote without its partner.
struct Unclosed {
  std::string what;
  std::string fix;
};

/// The first of them in YAML's flow style; for a text that is already known to be no YAML.
std::optional<Unclosed> find_unclosed(const std::string& text);

}  // namespace libsched::scenario::detail
