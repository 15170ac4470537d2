#include <libsched/analytic/md1.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace libsched::analytic {
namespace {

/// P(N <= n) of the number in an M/D/1 system, computed as far as somebody asks.
class NumberInSystem {
 public:
  explicit NumberInSystem(double load) : load_{load} {
    p_.push_back(1 - load);
    cumulative_.push_back(p_[0]);
    more_than_.push_back(-std::expm1(-load));
  }

  double at_most(std::size_t n) {
    while (cumulative_.size() <= n) extend();
    return cumulative_[n];
  }

 private:
  /// Level crossing at departures: as many go from n+1 to n as from n or below to above n. Only sums of positive terms,
  /// so nothing cancels: p(n+1) P(A=0) = p(0) P(A>n) + sum over j=1..n of p(j) P(A>n+1-j).
  void extend() {
    const std::size_t n = p_.size() - 1;
    double up = p_[0] * more_than(n);
    for (std::size_t j = 1; j <= n; ++j) up += p_[j] * more_than(n + 1 - j);
    p_.push_back(up / std::exp(-load_));
    cumulative_.push_back(cumulative_.back() + p_.back());
  }

  /// P(A > n): summed from the far end, which keeps small tails exact.
  double more_than(std::size_t n) {
    while (more_than_.size() <= n) {
      const auto first = static_cast<double>(more_than_.size() + 1);
      double term = std::exp(-load_ + first * std::log(load_) - std::lgamma(first + 1));
      double sum = 0;
      for (double k = first; term > sum * 1e-18 && term > 0; ++k, term *= load_ / k) sum += term;
      more_than_.push_back(sum);
    }
    return more_than_[n];
  }

  double load_;
  std::vector<double> p_;
  std::vector<double> cumulative_;
  std::vector<double> more_than_;
};

double wait_cdf(NumberInSystem& number, double load, double services) {
  if (services < 0) return 0;
  // (k-1) D <= t < k D: who finds at most k-1-j in the queue, while j arrive in the k D - t that are left.
  const double k = std::floor(services) + 1;
  const double left = load * (k - services);
  double sum = 0;
  double poisson = std::exp(-left);
  for (double j = 0; j < k; ++j) {
    // At most q waiting is at most q + 1 in the system.
    sum += poisson * number.at_most(static_cast<std::size_t>(k - 1 - j) + 1);
    poisson *= left / (j + 1);
  }
  return sum;
}

}  // namespace

double md1_wait_cdf(double arrival_rate, double service, double t) {
  const double load = arrival_rate * service;
  if (load >= 1) return 0;
  NumberInSystem number{load};
  return wait_cdf(number, load, t / service);
}

double md1_wait_quantile(double arrival_rate, double service, double p) {
  const double load = arrival_rate * service;
  if (load >= 1) return std::numeric_limits<double>::infinity();
  NumberInSystem number{load};
  if (wait_cdf(number, load, 0) >= p) return 0;
  double low = 0;
  double high = 1;
  while (wait_cdf(number, load, high) < p) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-13 * high) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (wait_cdf(number, load, middle) < p ? low : high) = middle;
  }
  return high * service;
}

}  // namespace libsched::analytic
