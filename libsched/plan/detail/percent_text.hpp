#pragma once

#include <string>

namespace libsched::plan::detail {

/// "+3.1 %", "-12.0 %": a difference with its sign, which nothing has. Beyond a million percent only its order matters.
std::string difference_text(double percent, int digits);

}  // namespace libsched::plan::detail
