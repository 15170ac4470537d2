#include <catch2/catch.hpp>

#include <cmath>
#include <random>
#include <vector>

#include <libsched/calib/robust.hpp>

namespace libsched::calib {

TEST_CASE("quantiles interpolate between neighbours", "[calib][unit]") {
  const std::vector<double> values = {4, 1, 3, 2};
  CHECK(quantile(values, 0) == 1);
  CHECK(quantile(values, 1) == 4);
  CHECK(median(values) == 2.5);
  CHECK(quantile(values, 0.25) == 1.75);
  CHECK(median(std::vector<double>{7}) == 7);
}

TEST_CASE("the robust sigma is that of a normal law, and a third of outliers leaves its size", "[calib][oracle]") {
  std::mt19937_64 bits{1};
  std::normal_distribution<double> normal{100, 5};
  std::vector<double> values;
  for (int i = 0; i < 20'000; ++i) values.push_back(normal(bits));
  CHECK(robust_sigma(values) == Approx(5).epsilon(0.03));
  for (int i = 0; i < 10'000; ++i) values.push_back(1e6);
  CHECK(robust_sigma(values) < 12);
}

TEST_CASE("outliers are those far from the median, also where most values are one tick", "[calib][unit]") {
  CHECK(without_outliers(std::vector<double>{1, 2, 3, 2, 1, 2, 50}) == std::vector<double>{1, 2, 3, 2, 1, 2});
  CHECK(without_outliers(std::vector<double>{8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 900}) ==
        std::vector<double>{8, 8, 8, 8, 8, 8, 8, 8, 8, 9});
  CHECK(without_outliers(std::vector<double>{5, 5, 5}) == std::vector<double>{5, 5, 5});
}

TEST_CASE("the error of a median is what medians of repetitions scatter", "[calib][oracle]") {
  std::mt19937_64 bits{2};
  std::exponential_distribution<double> law{1};
  std::vector<double> medians;
  double said = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    std::vector<double> values;
    for (int i = 0; i < 400; ++i) values.push_back(law(bits));
    const Located one = located_median(values);
    medians.push_back(one.value);
    said += one.error / 300;
  }
  CHECK(said == Approx(robust_sigma(medians)).epsilon(0.25));
}

TEST_CASE("samples that drift make the error of their median larger", "[calib][unit]") {
  std::vector<double> steady, drifting;
  for (int i = 0; i < 1000; ++i) {
    steady.push_back(100 + i % 10);
    drifting.push_back(100 + i % 10 + i * 0.1);
  }
  CHECK(located_median(drifting).error > 3 * located_median(steady).error);
}

TEST_CASE("a line is found exactly where it is exact", "[calib][unit]") {
  const std::vector<double> x = {1, 2, 3, 4, 10}, y = {5, 7, 9, 11, 23};
  for (const auto& line : {theil_sen(x, y), huber_line(x, y)}) {
    REQUIRE(line);
    CHECK(line->slope == Approx(2));
    CHECK(line->intercept == Approx(3));
  }
  CHECK_FALSE(huber_line(std::vector<double>{1, 1}, std::vector<double>{1, 2}));
}

TEST_CASE("a fifth of wild points moves a line by less than its error says of least squares", "[calib][oracle]") {
  std::mt19937_64 bits{3};
  std::normal_distribution<double> noise{0, 1};
  std::vector<double> x, y;
  for (int i = 0; i < 500; ++i) {
    x.push_back(i);
    y.push_back(3 + 2 * i + noise(bits) + (i % 5 == 0 ? 300 : 0));
  }
  const auto line = huber_line(x, y);
  REQUIRE(line);
  CHECK(line->slope == Approx(2).margin(0.005));
  CHECK(line->intercept == Approx(3).margin(1.0));
}

TEST_CASE("the errors of a line are those of least squares on clean data", "[calib][oracle]") {
  std::mt19937_64 bits{4};
  std::normal_distribution<double> noise{0, 2};
  std::vector<double> slopes;
  double said = 0;
  for (int repetition = 0; repetition < 200; ++repetition) {
    std::vector<double> x, y;
    for (int i = 0; i < 100; ++i) {
      x.push_back(i);
      y.push_back(1 + 0.5 * i + noise(bits));
    }
    const auto line = huber_line(x, y);
    slopes.push_back(line->slope);
    said += line->slope_error / 200;
  }
  CHECK(said == Approx(robust_sigma(slopes)).epsilon(0.25));
}

TEST_CASE("the 95 % half-width is Student's", "[calib][unit]") {
  CHECK(half_width_95(8) == Approx(2.306).margin(0.001));
  CHECK(half_width_95(1e6) == Approx(1.960).margin(0.001));
}

}  // namespace libsched::calib
