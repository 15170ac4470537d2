#include <libsched/workload/distribution.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

#include <libsched/base/assert.hpp>

namespace libsched::workload {
namespace {

// The standard's distributions may differ between libraries; these do not (design section 7).

double unit_exponential(Draw& draw) {
  return -std::log(draw.uniform());
}

/// Box-Muller, one of the pair: keeping the other would tie a sample to the one before it.
double standard_normal(Draw& draw) {
  const double radius = std::sqrt(2.0 * unit_exponential(draw));
  return radius * std::cos(2.0 * std::numbers::pi * draw.uniform());
}

/// Marsaglia and Tsang (2000), scale 1. Below shape 1 by their boost: Gamma(a) = Gamma(a + 1) U^(1/a).
double unit_gamma(Draw& draw, double shape) {
  const double boost = shape < 1.0 ? std::pow(draw.uniform(), 1.0 / shape) : 1.0;
  const double d = (shape < 1.0 ? shape + 1.0 : shape) - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = standard_normal(draw);
    const double root = 1.0 + c * x;
    if (root <= 0.0) continue;
    const double v = root * root * root;
    if (std::log(draw.uniform()) < 0.5 * x * x + d - d * v + d * std::log(v)) return boost * d * v;
  }
}

/// How many stages are still summed: a product of so many uniforms (each >= 2^-53) cannot underflow.
constexpr int kLargestProduct = 16;

double unit_erlang(Draw& draw, int k) {
  if (k > kLargestProduct) return unit_gamma(draw, k);
  double product = 1.0;
  for (int stage = 0; stage < k; ++stage) product *= draw.uniform();
  return -std::log(product);
}

struct Sample {
  Draw& draw;
  double operator()(const Distribution::Constant& law) const { return law.value; }
  double operator()(const Distribution::Exponential& law) const { return law.mean * unit_exponential(draw); }
  double operator()(const Distribution::Erlang& law) const { return law.mean / law.k * unit_erlang(draw, law.k); }
  double operator()(const Distribution::Gamma& law) const {
    const double variation = law.cv * law.cv;
    return law.mean * variation * unit_gamma(draw, 1.0 / variation);
  }
  double operator()(const Distribution::Lognormal& law) const {
    const double variance = std::log1p(law.cv * law.cv);
    return law.mean * std::exp(std::sqrt(variance) * standard_normal(draw) - 0.5 * variance);
  }
  double operator()(const Distribution::Hyperexponential& law) const {
    double rest = draw.uniform();
    std::size_t phase = 0;
    // The last phase takes whatever rounding leaves over.
    while (phase + 1 < law.means.size() && rest >= law.probabilities[phase]) rest -= law.probabilities[phase++];
    return law.means[phase] * unit_exponential(draw);
  }
  double operator()(const Distribution::Uniform& law) const { return law.low + (law.high - law.low) * draw.uniform(); }
  double operator()(const Distribution::Geometric& law) const {
    // Inversion: P(X > n) = (1 - 1/mean)^n. For mean 1 the logarithm is -inf and the quotient 0.
    return 1.0 + std::floor(std::log(draw.uniform()) / std::log1p(-1.0 / law.mean));
  }
  double operator()(const Distribution::Empirical& law) const {
    const double n = static_cast<double>(law.sorted.size());
    return law.sorted[std::min(law.sorted.size() - 1, static_cast<std::size_t>(n * draw.uniform()))];
  }
};

struct Mean {
  double operator()(const Distribution::Constant& law) const { return law.value; }
  double operator()(const Distribution::Uniform& law) const { return 0.5 * (law.low + law.high); }
  double operator()(const Distribution::Hyperexponential& law) const {
    return std::inner_product(law.probabilities.begin(), law.probabilities.end(), law.means.begin(), 0.0);
  }
  double operator()(const Distribution::Empirical& law) const {
    return std::accumulate(law.sorted.begin(), law.sorted.end(), 0.0) / static_cast<double>(law.sorted.size());
  }
  template <class Law>
  double operator()(const Law& law) const {
    return law.mean;
  }
};

struct Scv {
  double operator()(const Distribution::Constant&) const { return 0.0; }
  double operator()(const Distribution::Exponential&) const { return 1.0; }
  double operator()(const Distribution::Erlang& law) const { return 1.0 / law.k; }
  double operator()(const Distribution::Gamma& law) const { return law.cv * law.cv; }
  double operator()(const Distribution::Lognormal& law) const { return law.cv * law.cv; }
  double operator()(const Distribution::Hyperexponential& law) const {
    double second_moment = 0.0;
    for (std::size_t i = 0; i < law.means.size(); ++i) {
      second_moment += 2.0 * law.probabilities[i] * law.means[i] * law.means[i];
    }
    const double mean = Mean{}(law);
    return mean > 0.0 ? second_moment / (mean * mean) - 1.0 : 0.0;
  }
  double operator()(const Distribution::Uniform& law) const {
    const double mean = Mean{}(law);
    const double width = law.high - law.low;
    return mean > 0.0 ? width * width / (12.0 * mean * mean) : 0.0;
  }
  double operator()(const Distribution::Geometric& law) const { return 1.0 - 1.0 / law.mean; }
  double operator()(const Distribution::Empirical& law) const {
    const double mean = Mean{}(law);
    double squares = 0.0;
    for (const double value : law.sorted) squares += (value - mean) * (value - mean);
    return mean > 0.0 ? squares / static_cast<double>(law.sorted.size()) / (mean * mean) : 0.0;
  }
};

struct Scale {
  double factor;
  void operator()(Distribution::Constant& law) const { law.value *= factor; }
  void operator()(Distribution::Hyperexponential& law) const {
    for (double& mean : law.means) mean *= factor;
  }
  void operator()(Distribution::Uniform& law) const {
    law.low *= factor;
    law.high *= factor;
  }
  void operator()(Distribution::Geometric&) const {
    LIBSCHED_ASSERT(factor == 1.0, "a law of whole numbers has no multiples; only batch sizes are geometric");
  }
  void operator()(Distribution::Empirical& law) const {
    for (double& value : law.sorted) value *= factor;
  }
  template <class Law>
  void operator()(Law& law) const {
    law.mean *= factor;
  }
};

}  // namespace

double Distribution::mean() const {
  return std::visit(Mean{}, law_);
}

double Distribution::scv() const {
  return std::visit(Scv{}, law_);
}

double Distribution::sample(Draw& draw) const {
  return std::visit(Sample{draw}, law_);
}

std::array<double, 4> Distribution::sample_four(RandomKey key, Purpose purpose, std::uint64_t first) const {
  const auto blocks = Draw::four(key, purpose, first);
  return std::visit(
      [&](const auto& law) {
        std::array<double, 4> samples;
        for (std::size_t i = 0; i < 4; ++i) {
          Draw draw{key, purpose, first + i, blocks[i]};
          samples[i] = Sample{draw}(law);
        }
        return samples;
      },
      law_);
}

Distribution Distribution::scaled(double factor) const {
  LIBSCHED_ASSERT(factor > 0.0, "a law of non-negative numbers stays one");
  Distribution result = *this;
  std::visit(Scale{factor}, result.law_);
  return result;
}

}  // namespace libsched::workload
