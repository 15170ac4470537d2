#pragma once

#include <string>
#include <utility>
#include <vector>

namespace slicewise::bench::cuda {

/// Variables that a process finds in its environment, beside ours.
using Variables = std::vector<std::pair<std::string, std::string>>;

}  // namespace slicewise::bench::cuda
