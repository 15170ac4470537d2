#include <libsched/workload/quantile.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace libsched;
using workload::Distribution;

TEST_CASE("as many samples of every law stay at or below a quantile as it says", "[workload][oracle]") {
  const Distribution laws[] = {
      Distribution::Law{Distribution::Exponential{3}},
      Distribution::Law{Distribution::Erlang{5, 4}},
      Distribution::Law{Distribution::Gamma{2, 0.3}},
      Distribution::Law{Distribution::Gamma{2, 3}},
      Distribution::Law{Distribution::Lognormal{7, 0.5}},
      Distribution::Law{Distribution::Hyperexponential{{0.7, 0.25, 0.05}, {1, 5, 100}}},
      Distribution::Law{Distribution::Uniform{2, 9}},
  };
  constexpr int kSamples = 100'000;
  for (const Distribution& law : laws) {
    for (const double fraction : {0.05, 0.5, 0.99}) {
      const double bound = workload::quantile(law, fraction);
      int below = 0;
      for (int i = 0; i < kSamples; ++i) {
        Draw draw{RandomKey{17, 4}, Purpose::kGpu, static_cast<std::uint64_t>(i)};
        if (law.sample(draw) <= bound) ++below;
      }
      CAPTURE(law.law().index(), fraction, bound);
      CHECK(std::abs(below - fraction * kSamples) < 4 * std::sqrt(kSamples * fraction * (1 - fraction)));
    }
  }
}

TEST_CASE("the quantile of a discrete law is the least value that enough samples do not exceed", "[workload][unit]") {
  const auto geometric = Distribution{Distribution::Law{Distribution::Geometric{2}}};  // P(X <= n) = 1 - 2^-n
  CHECK(workload::quantile(geometric, 0.5) == 1);
  CHECK(workload::quantile(geometric, 0.51) == 2);
  CHECK(workload::quantile(geometric, 0.99) == 7);
  const auto listed = Distribution{Distribution::Law{Distribution::Empirical{{1, 2, 3, 10}}}};
  CHECK(workload::quantile(listed, 0.5) == 2);
  CHECK(workload::quantile(listed, 0.51) == 3);
  CHECK(workload::quantile(listed, 0.99) == 10);
  CHECK(workload::quantile(Distribution::constant(4), 0.99) == 4);
}
