#include <libsched/calib/detail/evidence.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>

namespace libsched::calib {

bool any_direct(const std::vector<Evidence>& evidence) {
  return std::any_of(evidence.begin(), evidence.end(), [](const Evidence& one) { return one.direct; });
}

namespace detail {

std::string name_of(const Record& record, const Run& run) {
  return record.origin + " " + run.name;
}

Evidence evidence_of(const Located& us, double degrees_of_freedom, std::string how, std::string run) {
  // No clock of a host or a GPU is trusted beyond 50 parts in a million, however many samples agree.
  constexpr double kClock = 50e-6;
  const double half = std::max(half_width_95(degrees_of_freedom) * us.error, kClock * std::abs(us.value));
  return {us.value, half, us.value - half, us.value + half, std::move(how), std::move(run)};
}

Combined combine(const std::vector<Evidence>& all) {
  LIBSCHED_ASSERT(!all.empty(), "a parameter without evidence is not combined");
  std::vector<Evidence> evidence;
  const bool direct = any_direct(all);
  for (const Evidence& one : all) {
    if (one.direct == direct) evidence.push_back(one);
  }
  constexpr double kLeast = 1e-6;  // us: nothing weighs without bounds
  double weights = 0, sum = 0, narrowest = evidence[0].half_width;
  for (const Evidence& one : evidence) {
    const double weight = 1 / std::pow(std::max(one.half_width, kLeast), 2);
    weights += weight;
    sum += weight * one.value;
    narrowest = std::min(narrowest, one.half_width);
  }
  Combined result;
  result.value = sum / weights;
  double half = narrowest > 0 ? 1 / std::sqrt(weights) : 0;
  if (evidence.size() > 1) {
    double chi = 0;
    for (const Evidence& one : evidence) {
      chi += std::pow((one.value - result.value) / (std::max(one.half_width, kLeast) / 1.96), 2);
    }
    const double ratio = std::sqrt(chi / static_cast<double>(evidence.size() - 1));
    constexpr double kAgree = 2;
    if (ratio > kAgree) {
      // They measured different things: no mean of them has an interval. One in many that is far off was disturbed.
      std::vector<double> values;
      for (const Evidence& one : evidence) values.push_back(one.value);
      result.value = median(values);
      constexpr std::size_t kMany = 5;
      if (values.size() >= kMany) values = without_outliers(values);
      half = 0;
      for (const double value : values) half = std::max(half, std::abs(value - result.value));
      std::erase_if(evidence, [&](const Evidence& one) { return std::abs(one.value - result.value) > half; });
    } else {
      half *= std::max(1.0, ratio);
    }
  }
  result.low = result.value - half;
  result.high = result.value + half;
  double squares = 0;
  for (const Evidence& one : evidence) {
    squares += std::pow(one.value - result.value, 2) / static_cast<double>(evidence.size());
    // A wide piece of evidence weighs nothing beside a narrow one, nor does its spread.
    if (one.half_width > std::max(3 * half, 1.01 * narrowest)) continue;
    result.low = std::min(result.low, one.spread_low);
    result.high = std::max(result.high, one.spread_high);
  }
  result.low = std::max(0.0, result.low);
  if (result.value > 0) result.rms_pct = 100 * std::sqrt(squares) / result.value;
  return result;
}

}  // namespace detail
}  // namespace libsched::calib
