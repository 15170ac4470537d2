#include <libsched/analytic/processor_sharing.hpp>

#include <cmath>
#include <limits>

namespace libsched::analytic {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

double ps_mean(double arrival_rate, double mean_service) {
  const double load = arrival_rate * mean_service;
  return load < 1 ? mean_service / (1 - load) : kInfinity;
}

double mm1_ps_variance(double arrival_rate, double mean_service) {
  const double load = arrival_rate * mean_service;
  if (load >= 1) return kInfinity;
  return mean_service * mean_service * (2 + load) / ((2 - load) * (1 - load) * (1 - load));
}

double md1_ps_variance(double arrival_rate, double service) {
  const double load = arrival_rate * service;
  if (load >= 1) return kInfinity;
  if (load == 0) return 0;
  // expm1(load) - load, without losing its leading digits where load is small.
  double tail = 0;
  double term = load;
  for (int k = 2; k < 60; ++k) {
    term *= load / k;
    tail += term;
  }
  const double bracket = service * service / 2 - (1 - load) * tail / (arrival_rate * arrival_rate);
  return 2 / ((1 - load) * (1 - load)) * bracket;
}

LimitedPs limited_ps(double arrival_rate, double mean_service, int limit) {
  const double load = arrival_rate * mean_service;
  // P(n) is proportional to load^n, n = 0..limit. Summed: valid at load 1 as well.
  double weight = 1;
  double total = 1;
  double present = 0;
  for (int n = 1; n <= limit; ++n) {
    weight *= load;
    total += weight;
    present += n * weight;
  }
  const double loss = weight / total;
  return {loss, present / total / (arrival_rate * (1 - loss))};
}

InterferencePs interference_ps(double arrival_rate, double mean_service, double width) {
  const double offered = arrival_rate * mean_service;
  if (width * offered >= 1) return {kInfinity, kInfinity, 1};
  const double mean = mean_service / (1 - width * offered);
  // width -> 0 is the infinite server: P(0) = exp(-offered).
  const double log_empty = width > 0 ? std::log1p(-width * offered) / width : -offered;
  return {arrival_rate * mean, mean, -std::expm1(log_empty)};
}

}  // namespace libsched::analytic
