#include <bench/record/quantiles.hpp>
#include <catch2/catch.hpp>

namespace slicewise::bench {
namespace {

TEST_CASE("A quantile lies linearly between its neighbours, as numpy computes it", "[bench][unit]") {
  const std::vector<double> sorted{1, 2, 4, 8};
  CHECK(quantile(sorted, 0) == 1);
  CHECK(quantile(sorted, 0.5) == 3);
  CHECK(quantile(sorted, 0.9) == Approx(6.8));
  CHECK(quantile(sorted, 1) == 8);
  CHECK(quantile({5}, 0.99) == 5);
}

TEST_CASE("Quantiles do not depend on the order of samples, and no samples have none", "[bench][unit]") {
  const auto summary = quantiles({8, 1, 4, 2});
  REQUIRE(summary);
  CHECK(summary->p50 == 3);
  CHECK(summary->max == 8);
  CHECK(summary->mean == 3.75);
  CHECK_FALSE(quantiles({}));
}

}  // namespace
}  // namespace slicewise::bench
