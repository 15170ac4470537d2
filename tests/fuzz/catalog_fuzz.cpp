// libFuzzer target: catalogues that replace the compiled-in one. A line "=csv" parts gpus.yaml from aws-instances.csv.
// Where that is the first line, the rest are rows of instances with the compiled-in cards: else most runs would end in
// the gpus, and the line that names the columns leaves little of a short input.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <libsched/hw/catalog.hpp>
#include <libsched/hw/detail/readers.hpp>

#include "check_issues.hpp"

namespace {

namespace hw = libsched::hw;

/// The compiled-in line that names the columns.
std::string header() {
  std::string_view text = hw::detail::embedded_file("aws-instances.csv");
  while (text.starts_with('#')) text.remove_prefix(text.find('\n') + 1);
  return std::string{text.substr(0, text.find('\n') + 1)};
}

void rows(std::string_view text) {
  static const std::string first = header();
  libsched::Issues issues;
  const auto read = hw::detail::read_instances(first + std::string{text}, "fuzz.csv", hw::gpus(), issues);
  check(issues);
  for (const hw::Instance& instance : read) {
    if (issues.empty() && hw::find_gpu(instance.gpu) == nullptr) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kPart = "\n=csv\n";
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (text.starts_with(kPart.substr(1))) {
    rows(text.substr(kPart.size() - 1));
    return 0;
  }
  const std::size_t at = text.find(kPart);
  const std::string_view csv = at == std::string_view::npos ? std::string_view{} : text.substr(at + kPart.size());
  check(hw::read_catalog(text.substr(0, at), "fuzz.yaml", csv, "fuzz.csv"));
  return 0;
}
