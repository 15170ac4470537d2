#include <libsched/analytic/md1.hpp>

#include <catch2/catch.hpp>
#include <cmath>

namespace libsched::analytic {

TEST_CASE("M/D/1 waiting quantiles agree with the reference points", "[analytic][unit]") {
  struct Point {
    double rate, p90, p95, p99;
  };
  for (const Point& point : {Point{0.5, 1.515745, 2.050638, 3.336256}, Point{0.7, 3.077087, 4.102898, 6.485499},
                             Point{0.9, 10.782505, 14.128674, 21.898237}}) {
    CHECK(md1_wait_quantile(point.rate, 1, 0.90) == Approx(point.p90).epsilon(1e-6));
    CHECK(md1_wait_quantile(point.rate, 1, 0.95) == Approx(point.p95).epsilon(1e-6));
    CHECK(md1_wait_quantile(point.rate, 1, 0.99) == Approx(point.p99).epsilon(1e-6));
  }
}

TEST_CASE("the M/D/1 wait has an atom of 1 - load at zero", "[analytic][unit]") {
  CHECK(md1_wait_cdf(0.4, 1, 0) == Approx(0.6));
  CHECK(md1_wait_quantile(0.4, 1, 0.59) == 0);
  CHECK(md1_wait_quantile(0.4, 1, 0.61) > 0);
}

TEST_CASE("the M/D/1 distribution agrees with Erlang's alternating sum where that is accurate", "[analytic][unit]") {
  const double rate = 0.8;
  for (double t = 0.1; t < 6; t += 0.37) {
    double sum = 0;
    for (int k = 0; k <= static_cast<int>(t); ++k) {
      const double x = rate * (k - t);
      sum += std::pow(x, k) * std::exp(-x) / std::tgamma(k + 1.0);
    }
    CHECK(md1_wait_cdf(rate, 1, t) == Approx((1 - rate) * sum).epsilon(1e-9));
  }
}

TEST_CASE("far tails of a heavily loaded M/D/1 queue stay finite and ordered", "[analytic][unit]") {
  double last = 0;
  for (const double p : {0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999}) {
    const double quantile = md1_wait_quantile(0.97, 1, p);
    CHECK(quantile > last);
    last = quantile;
  }
  // The tail is exponential; its decay solves rate (exp(d) - 1) = d, here d = 0.0609..., so a decade takes ln(10)/d.
  const double decade = md1_wait_quantile(0.97, 1, 0.9999) - md1_wait_quantile(0.97, 1, 0.999);
  const double d = std::log(10.0) / decade;
  CHECK(0.97 * std::expm1(d) == Approx(d).epsilon(1e-6));
  CHECK(std::isinf(md1_wait_quantile(1, 1, 0.5)));
}

}  // namespace libsched::analytic
