#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace libsched::calib {

/// The `q` quantile (0..1) of `values`, interpolated between neighbours (Hyndman and Fan's type 7). Precondition: not
/// empty. O(n).
double quantile(std::span<const double> values, double q);
double median(std::span<const double> values);

/// Median absolute deviation times 1.4826: the standard deviation of a normal law, unmoved by a minority of outliers.
double robust_sigma(std::span<const double> values);

/// The values within `width` robust sigmas of the median; all of them where sigma is 0 and they agree. Order is kept.
std::vector<double> without_outliers(std::span<const double> values, double width = 5);

/// A number and the standard error of it.
struct Located {
  double value = 0;
  double error = 0;
};

/// The median with its standard error: half of the 68 % interval of the order statistics around it, and no less than
/// what the medians of ten consecutive blocks scatter (samples that drift are not independent). Precondition: not
/// empty.
Located located_median(std::span<const double> values);

/// y = intercept + slope x.
struct Line {
  double intercept = 0;
  double slope = 0;
  double intercept_error = 0;  ///< standard errors
  double slope_error = 0;
  double sigma = 0;               ///< robust scale of the residuals
  std::vector<double> residuals;  ///< y - line, in the order of the points
};

/// The line by Theil and Sen: the median of all pairwise slopes (of about 2^18 of them where there are more). None
/// where all x are equal.
std::optional<Line> theil_sen(std::span<const double> x, std::span<const double> y);

/// Least squares with Huber's weights (1.345 sigma), iterated from Theil and Sen's line: as exact as least squares on
/// clean data, and an outlier pulls no more than a point at the edge. None where all x are equal.
std::optional<Line> huber_line(std::span<const double> x, std::span<const double> y);

/// Half the width of a 95 % interval, in standard errors, with so many degrees of freedom (Student's t).
double half_width_95(double degrees_of_freedom);

}  // namespace libsched::calib
