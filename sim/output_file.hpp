#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/overwriting.hpp>
#include <libsched/base/result.hpp>

namespace slicewise {

/// What is wrong with writing to these files that can be known beforehand: that they cannot be written, and that one
/// would replace another, an input, the catalogue's files or stdout. Every verb asks before it runs. An output whose
/// path is empty was not asked for.
libsched::Issues problems_with_outputs(const std::vector<libsched::NamedPath>& outputs,
                                       const std::vector<libsched::NamedPath>& inputs);

/// The second half alone, for files in a folder that is yet to be made.
libsched::Issues overwritten_by(const std::vector<libsched::NamedPath>& outputs,
                                std::vector<libsched::NamedPath> inputs);

/// Writes the whole text, or leaves what stands there: first beside the file, which is then replaced at once, so that
/// whoever reads `path` finds the old text or the new one. A symbolic link stays, and its target is replaced.
std::optional<libsched::Issue> write_output(std::string_view option, const std::string& path, std::string_view text);

}  // namespace slicewise
