#pragma once

#include <optional>
#include <vector>

namespace slicewise::bench {

/// The quantile `q` in [0, 1] of values in ascending order, linear between neighbours (numpy's default), so that every
/// reader can check it. Precondition: not empty.
double quantile(const std::vector<double>& sorted, double q);

/// What a record says about a series, in the unit of the series.
struct Quantiles {
  double p50 = 0;
  double p90 = 0;
  double p99 = 0;
  double max = 0;
  double mean = 0;
};

/// None for no samples.
std::optional<Quantiles> quantiles(std::vector<double> samples);

}  // namespace slicewise::bench
