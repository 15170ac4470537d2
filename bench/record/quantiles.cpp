#include "quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace slicewise::bench {

double quantile(const std::vector<double>& sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

std::optional<Quantiles> quantiles(std::vector<double> samples) {
  if (samples.empty()) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  const double sum = std::accumulate(samples.begin(), samples.end(), 0.0);
  return Quantiles{quantile(samples, 0.5), quantile(samples, 0.9), quantile(samples, 0.99), samples.back(),
                   sum / static_cast<double>(samples.size())};
}

}  // namespace slicewise::bench
