#include <libsched/workload/distribution.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace libsched::workload {
namespace {

std::vector<double> samples(const Distribution& law, std::size_t count, std::uint64_t entity = 1) {
  const RandomKey key{20240601, entity};
  std::vector<double> result;
  result.reserve(count);
  for (std::size_t n = 0; n < count; ++n) {
    Draw draw{key, Purpose::kGpu, n};
    result.push_back(law.sample(draw));
  }
  return result;
}

const std::vector<std::pair<std::string, Distribution>> kLaws = {
    {"exponential", Distribution::Law{Distribution::Exponential{4.0}}},
    {"erlang, summed", Distribution::Law{Distribution::Erlang{4.0, 3}}},
    {"erlang, by gamma", Distribution::Law{Distribution::Erlang{4.0, 400}}},
    {"gamma, shape 4", Distribution::Law{Distribution::Gamma{4.0, 0.5}}},
    {"gamma, shape 1/4", Distribution::Law{Distribution::Gamma{4.0, 2.0}}},
    {"lognormal", Distribution::Law{Distribution::Lognormal{4.0, 0.5}}},
    {"hyperexponential", Distribution::Law{Distribution::Hyperexponential{{0.2, 0.5, 0.3}, {1.0, 2.0, 10.0}}}},
    {"uniform", Distribution::Law{Distribution::Uniform{1.0, 3.0}}},
    {"geometric", Distribution::Law{Distribution::Geometric{3.5}}},
    {"empirical", Distribution::Law{Distribution::Empirical{{1.0, 1.0, 2.0, 8.0}}}},
};

}  // namespace

TEST_CASE("mean and squared variation of each law are exact", "[workload][unit]") {
  const auto check = [](Distribution::Law law, double mean, double scv) {
    const Distribution distribution{std::move(law)};
    CHECK(distribution.mean() == Approx(mean));
    CHECK(distribution.scv() == Approx(scv).margin(1e-12));
  };
  check(Distribution::Constant{3.0}, 3.0, 0.0);
  check(Distribution::Exponential{3.0}, 3.0, 1.0);
  check(Distribution::Erlang{3.0, 4}, 3.0, 0.25);
  check(Distribution::Gamma{3.0, 0.5}, 3.0, 0.25);
  check(Distribution::Lognormal{3.0, 2.0}, 3.0, 4.0);
  // Mean 0.25*1 + 0.75*5 = 4; E X^2 = 2 (0.25*1 + 0.75*25) = 38; 38/16 - 1.
  check(Distribution::Hyperexponential{{0.25, 0.75}, {1.0, 5.0}}, 4.0, 1.375);
  check(Distribution::Uniform{1.0, 3.0}, 2.0, 4.0 / 12.0 / 4.0);
  check(Distribution::Geometric{4.0}, 4.0, 0.75);
  check(Distribution::Geometric{1.0}, 1.0, 0.0);
  // Values 1, 1, 4: mean 2, variance (1 + 1 + 4) / 3.
  check(Distribution::Empirical{{1.0, 1.0, 4.0}}, 2.0, 0.5);
}

TEST_CASE("samples of each law have its mean and variance", "[workload][unit]") {
  constexpr std::size_t kCount = 100'000;
  for (const auto& [name, law] : kLaws) {
    CAPTURE(name);
    const std::vector<double> values = samples(law, kCount);
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / kCount;
    double m2 = 0, m4 = 0;
    for (const double value : values) {
      const double squared = (value - law.mean()) * (value - law.mean());
      m2 += squared / kCount;
      m4 += squared * squared / kCount;
    }
    const double variance = law.scv() * law.mean() * law.mean();
    // Five standard errors; the one of the variance is estimated by the sample's fourth moment.
    CHECK(std::abs(mean - law.mean()) < 5.0 * std::sqrt(variance / kCount));
    CHECK(std::abs(m2 - variance) < 5.0 * std::sqrt((m4 - m2 * m2) / kCount));
  }
}

TEST_CASE("exponential samples pass a Kolmogorov-Smirnov test", "[workload][unit]") {
  constexpr std::size_t kCount = 100'000;
  std::vector<double> values = samples(Distribution::Law{Distribution::Exponential{2.0}}, kCount);
  std::sort(values.begin(), values.end());
  double distance = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double cdf = -std::expm1(-values[i] / 2.0);
    distance = std::max({distance, cdf - static_cast<double>(i) / kCount, static_cast<double>(i + 1) / kCount - cdf});
  }
  CHECK(distance < 1.95 / std::sqrt(kCount));  // 1.95: the 0.1 % point of Kolmogorov's law
}

TEST_CASE("an Erlang law is the same below and above the switch to the gamma method", "[workload][unit]") {
  constexpr std::size_t kCount = 50'000;
  // Third central moment of Erlang(mean, k) is 2 mean^3 / k^2: it tells a wrong shape that mean and variance hide.
  for (const int k : {16, 17}) {
    const std::vector<double> values = samples(Distribution::Law{Distribution::Erlang{1.0, k}}, kCount);
    double m3 = 0, m6 = 0;
    for (const double value : values) {
      m3 += std::pow(value - 1.0, 3) / kCount;
      m6 += std::pow(value - 1.0, 6) / kCount;
    }
    CHECK(std::abs(m3 - 2.0 / (k * k)) < 5.0 * std::sqrt(m6 / kCount));
  }
}

TEST_CASE("geometric samples are whole numbers from 1 with the right share of ones", "[workload][unit]") {
  constexpr std::size_t kCount = 100'000;
  double ones = 0;
  for (const double value : samples(Distribution::Law{Distribution::Geometric{4.0}}, kCount)) {
    REQUIRE(value >= 1.0);
    REQUIRE(value == std::floor(value));
    ones += value == 1.0;
  }
  CHECK(std::abs(ones / kCount - 0.25) < 5.0 * std::sqrt(0.25 * 0.75 / kCount));
  for (const double value : samples(Distribution::Law{Distribution::Geometric{1.0}}, 1000)) REQUIRE(value == 1.0);
}

TEST_CASE("samples are finite and not negative even for extreme parameters", "[workload][unit]") {
  const std::vector<Distribution> extremes = {
      Distribution::Law{Distribution::Gamma{1.0, 100.0}}, Distribution::Law{Distribution::Gamma{1.0, 1e-3}},
      Distribution::Law{Distribution::Lognormal{1.0, 100.0}}, Distribution::Law{Distribution::Erlang{1.0, 1'000'000}},
      Distribution::Law{Distribution::Geometric{1e6}}};
  for (const Distribution& law : extremes) {
    for (const double value : samples(law, 10'000)) {
      REQUIRE(std::isfinite(value));
      REQUIRE(value >= 0.0);
    }
  }
}

TEST_CASE("a scaled law gives the same samples times the factor", "[workload][unit]") {
  for (const auto& [name, law] : kLaws) {
    if (std::holds_alternative<Distribution::Geometric>(law.law())) continue;
    CAPTURE(name);
    const Distribution scaled = law.scaled(2.5);
    CHECK(scaled.mean() == Approx(2.5 * law.mean()));
    CHECK(scaled.scv() == Approx(law.scv()));
    const auto before = samples(law, 100);
    const auto after = samples(scaled, 100);
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(after[i] == Approx(2.5 * before[i]));
  }
}

TEST_CASE("a constant is known as one", "[workload][unit]") {
  CHECK(Distribution::constant(2.0).is_constant());
  CHECK(Distribution{}.mean() == 0.0);
  CHECK_FALSE(Distribution{Distribution::Law{Distribution::Exponential{1.0}}}.is_constant());
}

}  // namespace libsched::workload
