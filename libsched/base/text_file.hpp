#pragma once

#include <cstddef>
#include <string>

#include <libsched/base/result.hpp>

namespace libsched {

/// A whole file as text, or what keeps it from being read. `longest` in bytes; `regular_only` refuses pipes and
/// devices, which may never end.
Result<std::string> read_text_file(const std::string& path, std::size_t longest, bool regular_only);

}  // namespace libsched
