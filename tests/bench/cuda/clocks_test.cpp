#include "bench/cuda/clocks.hpp"

#include <catch2/catch.hpp>

using namespace slicewise::bench::cuda;

TEST_CASE("host times are put on the GPU's timer with the drift between the clocks", "[bench][cuda][unit]") {
  const std::int64_t far = 1'700'000'000'000'000'000;  // not exact as a double
  // From 1 s to 3 s of host time the GPU's timer advances by 20 us more: 10 ppm.
  const ClockPair before{1'000'000'000, far};
  const ClockPair after{3'000'000'000, far + 2'000'020'000};
  const std::vector<std::int64_t> expected = {far, far + 1'000'010'000, far + 2'000'020'000};
  CHECK(on_gpu({1'000'000'000, 2'000'000'000, 3'000'000'000}, before, after) == expected);
  CHECK(on_gpu({1'000'000'005}, before, before) == std::vector<std::int64_t>{far + 5});
}
