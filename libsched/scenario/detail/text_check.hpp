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

}  // namespace libsched::scenario::detail
