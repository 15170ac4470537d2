#include <libsched/share/switch_costs.hpp>

#include <algorithm>
#include <cmath>

#include <libsched/workload/distribution.hpp>

namespace libsched::share {

double SwitchCosts::variation(Duration mean) const {
  return std::min(static_cast<double>(jitter_.count()) / static_cast<double>(mean.count()), kMostSwitchVariation);
}

double SwitchCosts::draw(double mean, double variation) {
  Draw draw{key_, Purpose::kSwitch, drawn_++};
  return workload::Distribution{workload::Distribution::Gamma{mean, variation}}.sample(draw);
}

Duration SwitchCosts::sum(Duration mean, std::int64_t count) {
  const double n = static_cast<double>(count);
  return Duration{rounded(draw(n * static_cast<double>(mean.count()), variation(mean) / std::sqrt(n)))};
}

Duration SwitchCosts::first(Duration mean, std::int64_t part, std::int64_t count, Duration total) {
  const double one = variation(mean);
  const auto of = [&](std::int64_t switches) {
    const double n = static_cast<double>(switches);
    return draw(n, one / std::sqrt(n));
  };
  const double before = of(part);
  const double after = of(count - part);
  return Duration{rounded(static_cast<double>(total.count()) * (before / (before + after)))};
}

}  // namespace libsched::share
