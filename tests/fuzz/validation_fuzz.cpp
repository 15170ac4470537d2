// libFuzzer target: validation cases. Files of the machine stay out of its reach, as in scenario_fuzz.cpp.
#include <cstddef>
#include <cstdint>
#include <string>

#include <libsched/scenario/validation.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text{reinterpret_cast<const char*>(data), size};
  if (text.find("file: /") != std::string::npos || text.find("profile: /") != std::string::npos) return 0;
  check(libsched::scenario::read_validation(text, "fuzz.yaml", "/nonexistent"));
  return 0;
}
