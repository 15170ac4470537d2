#include <catch2/catch.hpp>

#include <limits>

#include <libsched/plan/detail/percent_text.hpp>

using libsched::plan::detail::difference_text;

TEST_CASE("a difference has its sign, none where it rounds to nothing, and an end", "[plan][unit]") {
  CHECK(difference_text(3.14, 1) == "+3.1 %");
  CHECK(difference_text(-12, 1) == "-12.0 %");
  CHECK(difference_text(-0.004, 2) == "0.00 %");
  CHECK(difference_text(0, 1) == "0.0 %");
  CHECK(difference_text(std::numeric_limits<double>::infinity(), 1) == "over +1000000 %");
}
