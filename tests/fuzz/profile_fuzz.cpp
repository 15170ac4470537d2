// libFuzzer target: GPU profiles, which calibration writes and people edit.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <libsched/hw/catalog.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(libsched::hw::read_profile({reinterpret_cast<const char*>(data), size}, "fuzz.yaml", {}));
  return 0;
}
