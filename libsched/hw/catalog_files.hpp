#pragma once

#include <string>
#include <vector>

namespace libsched::hw {

/// The files that a folder in the environment variable SLICEWISE_CATALOG replaces the catalogue with, there or not:
/// what must not be written over. Empty where it is not set.
std::vector<std::string> catalog_files();

}  // namespace libsched::hw
