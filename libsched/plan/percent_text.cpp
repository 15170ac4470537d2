#include <libsched/plan/detail/percent_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace libsched::plan::detail {

std::string difference_text(double percent, int digits) {
  constexpr double kMost = 1e6;
  if (percent > kMost) return "over +1000000 %";  // also of infinity
  const double unit = std::pow(10, -digits);
  if (std::abs(percent) < unit / 2) return fmt::format("{:.{}f} %", 0.0, digits);
  return fmt::format("{:+.{}f} %", percent, digits);
}

}  // namespace libsched::plan::detail
