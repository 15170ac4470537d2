#include <libsched/analytic/multi_server.hpp>

#include <cmath>
#include <limits>

namespace libsched::analytic {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// P(T > t) in M/M/c with mean service 1.
double survival(double waits, double spare, double t) {
  const double difference = spare - 1;
  // The two exponentials meet at spare = 1; near it the quotient is a derivative.
  const double blend = std::abs(difference) < 1e-7 ? std::exp(-t) * (1 + t - difference * t * t / 2)
                                                   : (spare * std::exp(-t) - std::exp(-spare * t)) / difference;
  return (1 - waits) * std::exp(-t) + waits * blend;
}

}  // namespace

double erlang_b(int servers, double offered) {
  double blocked = 1;
  for (int k = 1; k <= servers; ++k) blocked = offered * blocked / (k + offered * blocked);
  return blocked;
}

double erlang_c(int servers, double offered) {
  const double load = offered / servers;
  if (load >= 1) return 1;
  const double blocked = erlang_b(servers, offered);
  return blocked / (1 - load * (1 - blocked));
}

double mmc_wait_mean(int servers, double arrival_rate, double mean_service) {
  const double offered = arrival_rate * mean_service;
  if (offered >= servers) return kInfinity;
  return erlang_c(servers, offered) * mean_service / (servers - offered);
}

double mmc_mean(int servers, double arrival_rate, double mean_service) {
  return mmc_wait_mean(servers, arrival_rate, mean_service) + mean_service;
}

double mmc_quantile(int servers, double arrival_rate, double mean_service, double p) {
  const double offered = arrival_rate * mean_service;
  if (offered >= servers) return kInfinity;
  const double waits = erlang_c(servers, offered);
  const double spare = servers - offered;  // completions beyond arrivals, per mean service, while all are taken
  double low = 0;
  double high = 1;
  while (survival(waits, spare, high) > 1 - p) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-13 * high) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (survival(waits, spare, middle) > 1 - p ? low : high) = middle;
  }
  return high * mean_service;
}

}  // namespace libsched::analytic
