#pragma once

#include <string>
#include <string_view>

namespace libsched::hw::detail {

/// What two spellings of one GPU have in common: lower case without blanks, '-' and '_', without the maker's and
/// brand's names in front and without GFD's "-MIG-<profile>" and "-SHARED" behind. "NVIDIA-A10G-SHARED" and "a10g" give
/// "a10g".
std::string gpu_key(std::string_view name);

}  // namespace libsched::hw::detail
