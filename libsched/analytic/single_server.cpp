#include <libsched/analytic/single_server.hpp>

#include <cmath>
#include <limits>

namespace libsched::analytic {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

Moments Moments::erlang(double mean, int k) {
  // Gamma with shape k: E[S^n] = scale^n k (k+1) ... (k+n-1).
  const double shape = k;
  const double scale = mean / shape;
  return {mean, scale * scale * shape * (shape + 1), scale * scale * scale * shape * (shape + 1) * (shape + 2)};
}

Moments Moments::uniform(double low, double high) {
  return {(low + high) / 2, (low * low + low * high + high * high) / 3, (low + high) * (low * low + high * high) / 4};
}

Moments Moments::mixture(double p, const Moments& a, const Moments& b) {
  const double q = 1 - p;
  return {p * a.first + q * b.first, p * a.second + q * b.second, p * a.third + q * b.third};
}

double mm1_mean(double arrival_rate, double mean_service) {
  const double load = arrival_rate * mean_service;
  return load < 1 ? mean_service / (1 - load) : kInfinity;
}

double mm1_quantile(double arrival_rate, double mean_service, double p) {
  return -std::log1p(-p) * mm1_mean(arrival_rate, mean_service);
}

double mg1_wait_mean(double arrival_rate, const Moments& service) {
  const double load = arrival_rate * service.first;
  return load < 1 ? arrival_rate * service.second / (2 * (1 - load)) : kInfinity;
}

double mg1_wait_variance(double arrival_rate, const Moments& service) {
  const double load = arrival_rate * service.first;
  if (load >= 1) return kInfinity;
  const double mean = mg1_wait_mean(arrival_rate, service);
  return mean * mean + arrival_rate * service.third / (3 * (1 - load));
}

double mg1_mean(double arrival_rate, const Moments& service) {
  return mg1_wait_mean(arrival_rate, service) + service.first;
}

double mg1_variance(double arrival_rate, const Moments& service) {
  return mg1_wait_variance(arrival_rate, service) + service.variance();
}

double batch_mm1_mean(double batch_rate, double mean_size, double second_moment_of_size, double mean_service) {
  const double load = batch_rate * mean_size * mean_service;
  if (load >= 1) return kInfinity;
  const double present = load * (1 + second_moment_of_size / mean_size) / (2 * (1 - load));
  return present / (batch_rate * mean_size);  // Little's law
}

double geometric_second_moment(double mean) {
  return 2 * mean * mean - mean;
}

}  // namespace libsched::analytic
