#include <libsched/workload/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::workload {
namespace {

struct Quantile {
  double fraction;

  double operator()(const Distribution::Constant& law) const { return law.value; }
  double operator()(const Distribution::Exponential& law) const { return -law.mean * std::log1p(-fraction); }
  double operator()(const Distribution::Erlang& law) const { return gamma(law.k, law.mean / law.k); }
  double operator()(const Distribution::Gamma& law) const {
    const double variation = law.cv * law.cv;
    return gamma(1 / variation, law.mean * variation);
  }
  double operator()(const Distribution::Lognormal& law) const {
    const double variance = std::log1p(law.cv * law.cv);
    const double normal = std::numbers::sqrt2 * boost::math::erf_inv(2 * fraction - 1);
    return law.mean * std::exp(std::sqrt(variance) * normal - variance / 2);
  }
  double operator()(const Distribution::Hyperexponential& law) const {
    const auto above = [&](double value) {
      double sum = 0;
      for (std::size_t i = 0; i < law.means.size(); ++i) {
        if (law.means[i] > 0) sum += law.probabilities[i] * std::exp(-value / law.means[i]);
      }
      return sum;
    };
    // No mixture reaches further than its slowest phase alone.
    double low = 0;
    double high = -*std::max_element(law.means.begin(), law.means.end()) * std::log1p(-fraction);
    while (high - low > 1e-9 * high) {
      const double middle = low + (high - low) / 2;
      (above(middle) > 1 - fraction ? low : high) = middle;
    }
    return high;
  }
  double operator()(const Distribution::Uniform& law) const { return law.low + (law.high - law.low) * fraction; }
  double operator()(const Distribution::Geometric& law) const {
    if (law.mean == 1) return 1;
    return std::max(1.0, std::ceil(std::log1p(-fraction) / std::log1p(-1 / law.mean)));
  }
  double operator()(const Distribution::Empirical& law) const {
    const double rank = std::ceil(fraction * static_cast<double>(law.sorted.size()));
    return law.sorted[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
  }

 private:
  double gamma(double shape, double scale) const { return scale * boost::math::gamma_p_inv(shape, fraction); }
};

}  // namespace

double quantile(const Distribution& law, double fraction) {
  LIBSCHED_ASSERT(fraction > 0 && fraction < 1, "a law has no value that certainly bounds it");
  return std::visit(Quantile{fraction}, law.law());
}

}  // namespace libsched::workload
