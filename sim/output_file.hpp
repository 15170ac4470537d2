#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <libsched/base/result.hpp>

namespace slicewise {

/// A problem with writing to `path` that can be known beforehand; `option` names it.
std::optional<libsched::Issue> problem_with_output(std::string_view option, const std::string& path);

/// Writes the whole text, or leaves what stands there: first beside the file, which is then replaced at once, so that
/// whoever reads `path` finds the old text or the new one. A symbolic link stays, and its target is replaced.
std::optional<libsched::Issue> write_output(std::string_view option, const std::string& path, std::string_view text);

}  // namespace slicewise
