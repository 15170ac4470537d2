#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <libsched/base/result.hpp>

namespace slicewise {

/// A problem with writing to `path` that can be known beforehand; `option` names it.
std::optional<libsched::Issue> problem_with_output(std::string_view option, const std::string& path);

/// Writes the whole text. On a problem no half-written file is left.
std::optional<libsched::Issue> write_output(std::string_view option, const std::string& path, std::string_view text);

/// The same beside the file, which is then replaced at once: whoever reads `path` finds the old text or the new one.
std::optional<libsched::Issue> replace_output(std::string_view option, const std::string& path, std::string_view text);

}  // namespace slicewise
