#include <libsched/plan/placement.hpp>

#include <cmath>

#include <boost/math/distributions/students_t.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::plan {

MeanOverSeeds mean_over_seeds(const std::vector<double>& values) {
  LIBSCHED_ASSERT(!values.empty(), "a mean needs values");
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  MeanOverSeeds result{sum / n, {}, {}};
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  const boost::math::students_t law{n - 1};
  const double half_width = boost::math::quantile(law, 0.975) * std::sqrt(squares / (n - 1) / n);
  result.low = result.mean - half_width;
  result.high = result.mean + half_width;
  return result;
}

}  // namespace libsched::plan
