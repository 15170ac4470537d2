#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace libsched {

/// The one of `known` that `word` most likely means, for "did you mean"; empty if none is near. Letter case, blanks,
/// '-' and '_' cost nothing, a swap of two neighbours costs one; on ties the first in `known` wins.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace libsched
