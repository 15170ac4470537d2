// libFuzzer target: catalogues that replace the compiled-in one. A line "=csv" parts gpus.yaml from aws-instances.csv.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <libsched/hw/catalog.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kPart = "\n=csv\n";
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const std::size_t at = text.find(kPart);
  const std::string_view csv = at == std::string_view::npos ? std::string_view{} : text.substr(at + kPart.size());
  check(libsched::hw::read_catalog(text.substr(0, at), "fuzz.yaml", csv, "fuzz.csv"));
  return 0;
}
