#include <libsched/analytic/single_server.hpp>

#include <catch2/catch.hpp>
#include <cmath>

// Reference points: computed from the formulas to six decimals and checked by simulation, GNU Octave's queueing package
// or a Markov chain. Mean service is 1.
namespace libsched::analytic {

TEST_CASE("M/M/1 mean and quantiles agree with the reference points", "[analytic][unit]") {
  CHECK(mm1_mean(0.3, 1) == Approx(1.428571).epsilon(1e-6));
  CHECK(mm1_quantile(0.7, 1, 0.95) == Approx(9.985774).epsilon(1e-6));
  CHECK(mm1_quantile(0.9, 1, 0.99) == Approx(46.051702).epsilon(1e-6));
  // 8 ms at 87.5 requests/s is load 0.7: every time scales with the service.
  CHECK(mm1_mean(87.5, 0.008) == Approx(0.008 / 0.3));
  CHECK(std::isinf(mm1_mean(1, 1)));
}

TEST_CASE("Pollaczek-Khinchine gives mean and variance for every service law", "[analytic][unit]") {
  struct Point {
    Moments service;
    double rate, wait, wait_variance, mean, variance;
  };
  const Moments h2 = Moments::mixture(0.9, Moments::exponential(0.5), Moments::exponential(5.5));
  const Moments two = Moments::mixture(0.9, Moments::constant(0.5), Moments::constant(5.5));
  const Point points[] = {
      {Moments::erlang(1, 4), 0.7, 1.458333, 3.585069, 2.458333, 3.835069},
      {h2, 0.7, 7.583333, 135.673611, 8.583333, 141.173611},
      {two, 0.7, 3.791667, 27.404514, 4.791667, 29.654514},
      {two, 0.5, 1.625000, 8.223958, 2.625000, 10.473958},
      {Moments::uniform(0, 2), 0.8, 2.666667, 9.777778, 3.666667, 10.111111},
      {Moments::constant(1), 0.9, 4.5, 23.25, 5.5, 23.25},
      {Moments::exponential(1), 0.7, 7.0 / 3, 10.111111, 10.0 / 3, 11.111111},
  };
  for (const Point& point : points) {
    CHECK(mg1_wait_mean(point.rate, point.service) == Approx(point.wait).epsilon(1e-6));
    CHECK(mg1_wait_variance(point.rate, point.service) == Approx(point.wait_variance).epsilon(1e-6));
    CHECK(mg1_mean(point.rate, point.service) == Approx(point.mean).epsilon(1e-6));
    CHECK(mg1_variance(point.rate, point.service) == Approx(point.variance).epsilon(1e-6));
  }
}

TEST_CASE("batches of mean size m multiply the M/M/1 mean by m", "[analytic][unit]") {
  CHECK(batch_mm1_mean(0.3, 2, geometric_second_moment(2), 1) == Approx(5.0));
  CHECK(batch_mm1_mean(0.2, 4, geometric_second_moment(4), 1) == Approx(20.0));
  CHECK(batch_mm1_mean(0.6, 1, 1, 1) == Approx(mm1_mean(0.6, 1)));
}

}  // namespace libsched::analytic
