#pragma once

#include <string>
#include <vector>

#include <libsched/base/result.hpp>

namespace libsched {

/// A file, and what issues call it: the option that names it ("--trace") or what it is ("the scenario").
struct NamedPath {
  std::string name;
  std::string path;
};

/// An issue for each output that is one of the inputs, or the file of an output before it: written, it would replace
/// what was given or the other answer. Spellings of a path, links and files that do not exist yet are seen through;
/// what is no regular file (/dev/null, a pipe) replaces nothing. Paths that are empty are left out.
Issues overwriting(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs);

}  // namespace libsched
