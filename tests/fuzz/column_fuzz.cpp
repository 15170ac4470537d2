// libFuzzer target: the column of numbers in a trace or in measured samples.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include <libsched/scenario/detail/column.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace detail = libsched::scenario::detail;
  detail::Log log;
  std::size_t kept = 0;
  const bool good = detail::read_column({reinterpret_cast<const char*>(data), size}, "fuzz.csv", std::nullopt, log,
                                        [&](std::string_view field) -> std::string {
                                          const std::optional<double> value = detail::decimal(field);
                                          if (!value) return "no number";
                                          if (!std::isfinite(*value)) std::abort();
                                          ++kept;
                                          return {};
                                        });
  if (good == log.failed() || kept > size) std::abort();
  return 0;
}
