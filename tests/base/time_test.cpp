#include <libsched/base/time.hpp>

#include <catch2/catch.hpp>

#include <cmath>

#include <libsched/base/random.hpp>

namespace libsched {

TEST_CASE("rounding to whole numbers is std::llround's, halves and their neighbours included", "[base][unit]") {
  for (const double half : {0.5, 1.5, 2.5, 1e6 + 0.5, 4503599627370495.5}) {
    for (const double sign : {1.0, -1.0}) {
      for (const double x : {half, std::nextafter(half, 0.0), std::nextafter(half, 1e300)}) {
        CHECK(rounded(sign * x) == std::llround(sign * x));
      }
    }
  }
  for (const double x : {0.0, 9007199254740993.0, 8.9e18}) {
    CHECK(rounded(x) == std::llround(x));
    CHECK(rounded(-x) == std::llround(-x));
  }
  Draw draw{RandomKey{1, 1}, Purpose::kGpu, 0};
  for (int i = 0; i < 10'000; ++i) {
    const double x = std::ldexp(draw.uniform() - 0.5, static_cast<int>(draw.uniform() * 60));
    REQUIRE(rounded(x) == std::llround(x));
  }
}

}  // namespace libsched
