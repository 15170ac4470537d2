#include <libsched/analytic/processor_sharing.hpp>

#include <catch2/catch.hpp>

#include <libsched/analytic/multi_server.hpp>

namespace libsched::analytic {

TEST_CASE("processor sharing mean and variances agree with the reference points", "[analytic][unit]") {
  CHECK(ps_mean(0.7, 1) == Approx(3.333333).epsilon(1e-6));
  CHECK(mm1_ps_variance(0.3, 1) == Approx(2.761104).epsilon(1e-6));
  CHECK(mm1_ps_variance(0.7, 1) == Approx(23.076923).epsilon(1e-6));
  CHECK(mm1_ps_variance(0.8, 1) == Approx(58.333333).epsilon(1e-6));
  CHECK(md1_ps_variance(0.5, 1) == Approx(1.620460).epsilon(1e-6));
  CHECK(md1_ps_variance(0.7, 1) == Approx(6.842367).epsilon(1e-6));
  CHECK(md1_ps_variance(0.9, 1) == Approx(86.182639).epsilon(1e-6));
  // Light traffic: the bracket loses its leading terms but must not go negative. Var -> 2 load/3 as load -> 0.
  CHECK(md1_ps_variance(1e-6, 1) == Approx(2e-6 / 3).epsilon(0.01));
}

TEST_CASE("M/M/1-PS quantiles agree with the reference points", "[analytic][unit]") {
  struct Point {
    double rate, p50, p90, p95, p99;
  };
  for (const Point& point :
       {Point{0.3, 0.886604, 3.378875, 4.634137, 7.919653}, Point{0.7, 1.681513, 8.250928, 12.126432, 23.248703},
        Point{0.8, 2.351687, 12.537888, 18.748111, 36.940989}}) {
    CHECK(mm1_ps_quantile(point.rate, 1, 0.50) == Approx(point.p50).epsilon(1e-6));
    CHECK(mm1_ps_quantile(point.rate, 1, 0.90) == Approx(point.p90).epsilon(1e-6));
    CHECK(mm1_ps_quantile(point.rate, 1, 0.95) == Approx(point.p95).epsilon(1e-6));
    CHECK(mm1_ps_quantile(point.rate, 1, 0.99) == Approx(point.p99).epsilon(1e-6));
  }
}

TEST_CASE("an admission limit loses requests and bounds the time of the others", "[analytic][unit]") {
  const LimitedPs four = limited_ps(0.9, 1, 4);
  CHECK(four.loss == Approx(0.160216).epsilon(1e-5));
  CHECK(four.mean == Approx(2.368712).epsilon(1e-6));
  const LimitedPs two = limited_ps(0.5, 1, 2);
  CHECK(two.loss == Approx(0.142857).epsilon(1e-5));
  CHECK(two.mean == Approx(1.333333).epsilon(1e-6));
  CHECK(limited_ps(1, 1, 3).loss == Approx(0.25));
}

TEST_CASE("the interference curve runs from no interference to processor sharing", "[analytic][unit]") {
  const InterferencePs half = interference_ps(1.2, 1, 0.5);
  CHECK(half.mean_present == Approx(3.0));
  CHECK(half.mean == Approx(2.5));
  CHECK(half.busy == Approx(0.84));
  const InterferencePs third = interference_ps(2.4, 1, 0.3);
  CHECK(third.mean_present == Approx(8.571429).epsilon(1e-6));
  CHECK(third.mean == Approx(3.571429).epsilon(1e-6));
  CHECK(third.busy == Approx(0.985639).epsilon(1e-6));
  CHECK(interference_ps(0.7, 1, 1).mean == Approx(ps_mean(0.7, 1)));
  CHECK(interference_ps(5, 1, 0).mean == Approx(1.0));
}

TEST_CASE("M/M/c agrees with the reference points", "[analytic][unit]") {
  struct Point {
    int servers;
    double load, b, c, wait, mean, p95, p99;
  };
  for (const Point& point : {Point{2, 0.7, 0.289941, 0.576471, 0.960784, 1.960784, 5.545529, 8.265576},
                             Point{8, 0.9, 0.190313, 0.701533, 0.876916, 1.876916, 4.925147, 7.087347},
                             Point{3, 0.6, 0.180267, 0.354745, 0.295620, 1.295620, 3.647267, 5.379384}}) {
    const double rate = point.servers * point.load;
    CHECK(erlang_b(point.servers, rate) == Approx(point.b).epsilon(1e-5));
    CHECK(erlang_c(point.servers, rate) == Approx(point.c).epsilon(1e-5));
    CHECK(mmc_wait_mean(point.servers, rate, 1) == Approx(point.wait).epsilon(1e-5));
    CHECK(mmc_mean(point.servers, rate, 1) == Approx(point.mean).epsilon(1e-6));
    CHECK(mmc_quantile(point.servers, rate, 1, 0.95) == Approx(point.p95).epsilon(1e-6));
    CHECK(mmc_quantile(point.servers, rate, 1, 0.99) == Approx(point.p99).epsilon(1e-6));
  }
  // Two servers at load 1/2: the two exponentials of the distribution coincide.
  CHECK(mmc_quantile(2, 1, 1, 0.95) == Approx(mmc_quantile(2, 1 + 1e-5, 1, 0.95)).epsilon(1e-4));
}

}  // namespace libsched::analytic
