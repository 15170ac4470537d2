#include <libsched/calib/robust.hpp>

#include <algorithm>
#include <cmath>

#include <libsched/base/assert.hpp>

namespace libsched::calib {
namespace {

constexpr double kSigmaOfMad = 1.4826;  // 1 / the 3/4 quantile of the standard normal law

double quantile_of(std::vector<double>& values, double q) {
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), first, values.end());
  const double low = *first;
  if (below + 1 == values.size()) return low;
  const double high = *std::min_element(first + 1, values.end());
  return low + (at - static_cast<double>(below)) * (high - low);
}

}  // namespace

double quantile(std::span<const double> values, double q) {
  LIBSCHED_ASSERT(!values.empty() && q >= 0 && q <= 1, "there is something to rank");
  std::vector<double> copy{values.begin(), values.end()};
  return quantile_of(copy, q);
}

double median(std::span<const double> values) {
  return quantile(values, 0.5);
}

double robust_sigma(std::span<const double> values) {
  const double middle = median(values);
  std::vector<double> off;
  off.reserve(values.size());
  for (const double value : values) off.push_back(std::abs(value - middle));
  return kSigmaOfMad * quantile_of(off, 0.5);
}

std::vector<double> without_outliers(std::span<const double> values, double width) {
  if (values.empty()) return {};
  const double middle = median(values);
  double sigma = robust_sigma(values);
  // More than half are equal, as ticks of a timer are: then the mean deviation tells the scale.
  if (sigma == 0) {
    for (const double value : values) sigma += std::abs(value - middle) / static_cast<double>(values.size());
  }
  std::vector<double> kept;
  for (const double value : values) {
    if (std::abs(value - middle) <= width * sigma) kept.push_back(value);
  }
  return kept;
}

Located located_median(std::span<const double> values) {
  Located result{median(values), 0};
  const auto n = static_cast<double>(values.size());
  if (values.size() > 1) {
    // Ranks n/2 -+ sqrt(n)/2 hold the median in 68 % of all samples, whatever the law.
    const double reach = 0.5 / std::sqrt(n);
    result.error = (quantile(values, std::min(1.0, 0.5 + reach)) - quantile(values, std::max(0.0, 0.5 - reach))) / 2;
  }
  constexpr std::size_t kBlocks = 10;
  if (values.size() >= 10 * kBlocks) {
    std::vector<double> medians;
    for (std::size_t b = 0; b < kBlocks; ++b) {
      const std::size_t begin = b * values.size() / kBlocks;
      medians.push_back(median(values.subspan(begin, (b + 1) * values.size() / kBlocks - begin)));
    }
    result.error = std::max(result.error, robust_sigma(medians) / std::sqrt(static_cast<double>(kBlocks)));
  }
  return result;
}

}  // namespace libsched::calib
