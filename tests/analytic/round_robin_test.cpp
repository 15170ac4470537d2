#include <libsched/analytic/round_robin.hpp>

#include <catch2/catch.hpp>
#include <cmath>

namespace libsched::analytic {

TEST_CASE("round robin with slices and switch costs agrees with the reference points", "[analytic][unit]") {
  struct Point {
    double rate, slice, cost, inflated, load, overhead, mean;
  };
  for (const Point& point :
       {Point{0.6, 0.25, 0.05, 1.226041, 0.735624, 0.135624, 4.563214},
        Point{0.8, 0.5, 0.02, 1.050830, 0.840664, 0.040664, 6.533993},
        Point{0.7, 2, 0.2, 1.231304, 0.861912, 0.161912, 7.994090}, Point{0.8, 0.5, 0, 1, 0.8, 0, 5}}) {
    const RoundRobin result = round_robin(point.rate, 1, point.slice, point.cost);
    CHECK(result.mean_inflated == Approx(point.inflated).epsilon(1e-6));
    CHECK(result.load == Approx(point.load).epsilon(1e-5));
    CHECK(result.overhead_fraction == Approx(point.overhead).epsilon(1e-5).margin(1e-12));
    CHECK(result.mean == Approx(point.mean).epsilon(1e-6));
  }
  CHECK(std::isinf(round_robin(0.9, 1, 0.1, 0.05).mean));
}

TEST_CASE("saturated clients wait for each other's slices and switches", "[analytic][unit]") {
  CHECK(saturated_response(2, 5, 2, 0.1) == Approx(10.6));
  CHECK(saturated_response(4, 10, 2, 0.1) == Approx(42.0));
  CHECK(saturated_response(4, 1, 2, 0.2) == Approx(4.8));
  CHECK(saturated_response(6, 4, 1, 0.15) == Approx(27.6));
  CHECK(saturated_useful_fraction(10, 2, 0.1) == Approx(10 / 10.5));
  // 0.3 / 0.1 is a little less than 3 in floating point, 0.6 / 0.2 a little more: both are three turns.
  CHECK(saturated_response(1, 0.6, 0.2, 1) == Approx(3.6));
}

TEST_CASE("a light probe waits for one slice of each neighbour", "[analytic][unit]") {
  struct Point {
    int clients;
    double demand, mean, p95, p99, max;
  };
  for (const Point& point : {Point{2, 0.5, 1.60, 2.50, 2.58, 2.6}, Point{4, 0.5, 5.85, 6.795, 6.879, 6.9},
                             Point{4, 5, 23.15, 24.095, 24.179, 24.2}, Point{16, 0.5, 31.05, 31.995, 32.079, 32.1}}) {
    const LightProbe probe = light_probe(point.clients, point.demand, 2, 0.1);
    CHECK(probe.mean() == Approx(point.mean));
    CHECK(probe.quantile(0.95) == Approx(point.p95));
    CHECK(probe.quantile(0.99) == Approx(point.p99));
    CHECK(probe.high == Approx(point.max));
  }
}

}  // namespace libsched::analytic
