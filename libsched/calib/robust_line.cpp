#include <libsched/calib/robust.hpp>

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>
#include <boost/math/distributions/students_t.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::calib {
namespace {

Line with_residuals(Line line, std::span<const double> x, std::span<const double> y) {
  line.residuals.clear();
  for (std::size_t i = 0; i < x.size(); ++i) line.residuals.push_back(y[i] - line.intercept - line.slope * x[i]);
  return line;
}

/// Huber's weight of a residual: 1 up to 1.345 sigma, then falling as 1 / r. 95 % efficient on normal noise.
double weight(double residual, double sigma) {
  constexpr double kHuber = 1.345;
  const double off = std::abs(residual);
  return off <= kHuber * sigma ? 1 : kHuber * sigma / off;
}

}  // namespace

double half_width_95(double degrees_of_freedom) {
  return boost::math::quantile(boost::math::students_t{std::max(1.0, degrees_of_freedom)}, 0.975);
}

std::optional<Line> theil_sen(std::span<const double> x, std::span<const double> y) {
  LIBSCHED_ASSERT(x.size() == y.size(), "each point has both");
  const std::size_t n = x.size();
  // Of many points, pairs at every distance that is a multiple of a step: their number stays near 2^18.
  const std::size_t step = std::max<std::size_t>(1, n * n / (std::size_t{1} << 19));
  std::vector<double> slopes;
  for (std::size_t apart = 1; apart < n; apart += step) {
    for (std::size_t i = 0; i + apart < n; ++i) {
      if (x[i + apart] != x[i]) slopes.push_back((y[i + apart] - y[i]) / (x[i + apart] - x[i]));
    }
  }
  if (slopes.empty()) return std::nullopt;
  Line line;
  line.slope = median(slopes);
  std::vector<double> rest;
  for (std::size_t i = 0; i < n; ++i) rest.push_back(y[i] - line.slope * x[i]);
  line.intercept = median(rest);
  line = with_residuals(std::move(line), x, y);
  line.sigma = robust_sigma(line.residuals);
  return line;
}

std::optional<Line> huber_line(std::span<const double> x, std::span<const double> y) {
  std::optional<Line> line = theil_sen(x, y);
  if (!line) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(x.size());
  // Centred, so that a slope over large x does not eat the digits of the intercept.
  double centre = 0;
  for (const double value : x) centre += value / static_cast<double>(x.size());
  Eigen::MatrixXd points(n, 2);
  Eigen::VectorXd values(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    points(i, 0) = 1;
    points(i, 1) = x[static_cast<std::size_t>(i)] - centre;
    values(i) = y[static_cast<std::size_t>(i)];
  }
  Eigen::VectorXd weights = Eigen::VectorXd::Ones(n);
  constexpr int kRounds = 30;
  for (int round = 0; round < kRounds; ++round) {
    // Where most points lie on the line exactly, the rest are outliers of the least scale that still has one.
    const double sigma = std::max(line->sigma, 1e-9 * values.cwiseAbs().maxCoeff());
    if (sigma > 0) {
      for (Eigen::Index i = 0; i < n; ++i) weights(i) = weight(line->residuals[static_cast<std::size_t>(i)], sigma);
    }
    const Eigen::Matrix2d normal = points.transpose() * weights.asDiagonal() * points;
    const Eigen::Vector2d solved = normal.ldlt().solve(points.transpose() * weights.asDiagonal() * values);
    const double moved = std::abs(solved(1) - line->slope);
    line->slope = solved(1);
    line->intercept = solved(0) - solved(1) * centre;
    *line = with_residuals(*std::move(line), x, y);
    line->sigma = robust_sigma(line->residuals);
    if (moved <= 1e-13 * std::abs(line->slope)) break;
  }
  double sum = 0;
  for (Eigen::Index i = 0; i < n; ++i) sum += weights(i) * std::pow(line->residuals[static_cast<std::size_t>(i)], 2);
  const double variance = x.size() > 2 ? sum / static_cast<double>(x.size() - 2) : 0;
  const Eigen::Matrix2d covariance = variance * (points.transpose() * weights.asDiagonal() * points).inverse();
  line->slope_error = std::sqrt(covariance(1, 1));
  line->intercept_error =
      std::sqrt(covariance(0, 0) - 2 * centre * covariance(0, 1) + centre * centre * covariance(1, 1));
  return line;
}

}  // namespace libsched::calib
