#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <libsched/analytic/processor_sharing.hpp>

namespace libsched::analytic {
namespace {

/// P(T > t) of a tagged request in M/M/1-PS with mean service 1. State n: others present, geometric at arrival; n ->
/// n+1 at `load`, n -> n-1 at n/(n+1), and the tagged one leaves at 1/(n+1).
class TaggedRequest {
 public:
  explicit TaggedRequest(double load) : load_{load} {
    // States beyond this hold less than 1e-15 of an arrival's geometric mass, and a growing queue leaves them fast.
    const auto states = static_cast<std::size_t>(std::ceil(-34.5 / std::log(load))) + 60;
    for (std::size_t n = 0; n < states; ++n) start_.push_back((1 - load) * std::pow(load, static_cast<double>(n)));
  }

  /// One sum for every jump count; the Poisson weights of time `t` pick from it.
  double survival(double t) {
    const double mean_jumps = rate() * t;
    const double spread = 12 * std::sqrt(mean_jumps) + 40;
    const double first = std::max(0.0, std::floor(mean_jumps - spread));
    double sum = 0;
    for (double jumps = first; jumps < mean_jumps + spread; ++jumps) {
      const double weight = std::exp(-mean_jumps + jumps * std::log(mean_jumps) - std::lgamma(jumps + 1));
      sum += weight * alive_after(static_cast<std::size_t>(jumps));
    }
    return sum;
  }

 private:
  double rate() const { return load_ + 1; }

  /// Probability that the tagged request is still there after so many jumps of the uniformized chain.
  double alive_after(std::size_t jumps) {
    if (alive_.empty()) alive_.push_back(1);
    while (alive_.size() <= jumps) {
      std::vector<double> next(start_.size(), 0.0);
      double alive = 0;
      for (std::size_t n = 0; n < start_.size(); ++n) {
        const double here = start_[n] / rate();
        const double others = static_cast<double>(n);
        // At the edge an arrival is turned away; the mass there is negligible.
        next[n + 1 < next.size() ? n + 1 : n] += here * load_;
        if (n > 0) next[n - 1] += here * others / (others + 1);
      }
      for (const double mass : next) alive += mass;
      start_ = std::move(next);
      alive_.push_back(alive);
    }
    return alive_[jumps];
  }

  double load_;
  std::vector<double> start_;
  std::vector<double> alive_;
};

}  // namespace

double mm1_ps_quantile(double arrival_rate, double mean_service, double p) {
  const double load = arrival_rate * mean_service;
  if (load >= 1) return std::numeric_limits<double>::infinity();
  if (load <= 0) return -std::log1p(-p) * mean_service;
  TaggedRequest tagged{load};
  double low = 0;
  double high = 1;
  while (tagged.survival(high) > 1 - p) {
    low = high;
    high *= 2;
  }
  while (high - low > 1e-8 * high) {
    const double middle = (low + high) / 2;
    (tagged.survival(middle) > 1 - p ? low : high) = middle;
  }
  return (low + high) / 2 * mean_service;
}

}  // namespace libsched::analytic
