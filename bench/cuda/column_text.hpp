#pragma once

#include <string>
#include <string_view>

#include "processes.hpp"

namespace slicewise::bench::cuda {

/// Columns as bytes and back, between processes of one program.
std::string columns_to_text(const Columns& columns);
Columns columns_from_text(std::string_view text);

}  // namespace slicewise::bench::cuda
