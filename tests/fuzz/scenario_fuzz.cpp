// libFuzzer target: whatever the bytes, reading a scenario ends with a value or with issues that have a place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <libsched/scenario/scenario.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A first line "#set PATH=VALUE" becomes an override, so that the fuzzer reaches those too. Files of the machine stay
  // out of its reach: there is no such directory, and an absolute path would make a run depend on the machine.
  std::string text{reinterpret_cast<const char*>(data), size};
  if (text.find("file: /") != std::string::npos || text.find("profile: /") != std::string::npos) return 0;
  std::vector<libsched::scenario::Override> overrides;
  if (text.starts_with("#set ")) {
    const std::string line = text.substr(5, text.find('\n') - 5);
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos) overrides.push_back({line.substr(0, equals), line.substr(equals + 1)});
  }
  check(libsched::scenario::read_scenario(text, "fuzz.yaml", "/nonexistent", overrides));
  return 0;
}
