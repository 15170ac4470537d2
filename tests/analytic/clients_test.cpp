#include <catch2/catch.hpp>

#include <libsched/analytic/closed_clients.hpp>
#include <libsched/analytic/discriminatory.hpp>
#include <libsched/analytic/processor_sharing.hpp>

namespace libsched::analytic {

TEST_CASE("closed clients agree with the reference points of mean value analysis", "[analytic][unit]") {
  struct Point {
    int clients;
    double think, response, throughput;
  };
  for (const Point& point : {Point{4, 3, 2.038462, 0.793893}, Point{16, 5, 11.000786, 0.999951}, Point{2, 1, 1.5, 0.8},
                             Point{6, 6, 2.162403, 0.735078}}) {
    const ClosedClients result = closed_clients(point.clients, 1, point.think);
    CHECK(result.response == Approx(point.response).epsilon(1e-6));
    CHECK(result.throughput == Approx(point.throughput).epsilon(1e-6));
    CHECK(result.busy == Approx(point.throughput).epsilon(1e-6));
  }
}

TEST_CASE("discriminatory processor sharing agrees with the reference points", "[analytic][unit]") {
  const auto two = discriminatory_ps({{0.4, 1, 1}, {0.3, 1, 2}});
  CHECK(two[0] == Approx(3.833333).epsilon(1e-6));
  CHECK(two[1] == Approx(2.666667).epsilon(1e-6));
  const auto unequal = discriminatory_ps({{0.5, 1, 1}, {0.6, 0.5, 3}});
  CHECK(unequal[0] == Approx(5.638298).epsilon(1e-6));
  CHECK(unequal[1] == Approx(1.436170).epsilon(1e-6));
  const auto three = discriminatory_ps({{0.3, 1, 1}, {0.2, 1, 2}, {0.2, 1, 4}});
  CHECK(three[0] == Approx(4.307819).epsilon(1e-6));
  CHECK(three[1] == Approx(3.035391).epsilon(1e-6));
  CHECK(three[2] == Approx(2.169547).epsilon(1e-6));
}

TEST_CASE("with equal weights every class has the mean of processor sharing", "[analytic][unit]") {
  const auto means = discriminatory_ps({{0.3, 1, 2}, {0.8, 0.5, 2}});
  CHECK(means[0] == Approx(ps_mean(0.7, 1)));
  CHECK(means[1] == Approx(0.5 * ps_mean(0.7, 1)));
}

}  // namespace libsched::analytic
