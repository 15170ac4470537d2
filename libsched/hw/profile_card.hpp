#pragma once

#include <string>
#include <string_view>

namespace libsched::hw {

/// The device that a profile file (`gpu: Tesla T4`) says it was measured on; empty where it does not say, or is no
/// profile.
std::string profile_card(std::string_view profile_yaml);

/// Whether two names, of whatever spelling `find_gpu` knows, are of one card.
bool same_card(std::string_view a, std::string_view b);

}  // namespace libsched::hw
