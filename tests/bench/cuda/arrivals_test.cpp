#include "bench/cuda/arrivals.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

using namespace slicewise::bench::cuda;

namespace {

/// As an open loop makes them.
std::vector<std::int64_t> poisson_arrivals(double rate_per_s, double seconds, std::uint64_t seed) {
  std::vector<std::int64_t> at;
  std::mt19937_64 random{seed};
  for (double t = unit_pause(random) / rate_per_s; t < seconds; t += unit_pause(random) / rate_per_s)
    at.push_back(static_cast<std::int64_t>(t * 1e9));
  return at;
}

}  // namespace

TEST_CASE("Poisson arrivals come in order, within the time, at the rate asked for", "[bench][cuda][unit]") {
  const auto at = poisson_arrivals(1000, 20, 7);
  CHECK(std::is_sorted(at.begin(), at.end()));
  CHECK(at.back() < 20'000'000'000);
  CHECK(std::abs(static_cast<double>(at.size()) - 20000) < 5 * std::sqrt(20000.0));
  CHECK(at == poisson_arrivals(1000, 20, 7));
  CHECK(at != poisson_arrivals(1000, 20, 8));
}

TEST_CASE("delays cover all phases evenly, in no order", "[bench][cuda][unit]") {
  const auto delays = spread_delays(1000, 10, 1);
  REQUIRE(delays.size() == 10);
  std::set<std::int64_t> tenths;
  for (const std::int64_t d : delays) {
    CHECK(d >= 0);
    CHECK(d < 1000);
    tenths.insert(d / 100);
  }
  CHECK(tenths.size() == 10);
  CHECK_FALSE(std::is_sorted(delays.begin(), delays.end()));
  CHECK(spread_delays(1000, 0, 1).empty());
}

TEST_CASE("a chain of pointers passes every line once before it comes back", "[bench][cuda][unit]") {
  for (const std::size_t n : {1U, 2U, 3U, 1000U}) {
    const auto next = one_cycle(n, 3);
    std::set<std::uint32_t> seen;
    std::uint32_t at = 0;
    do {
      seen.insert(at);
      at = next[at];
    } while (at != 0);
    CHECK(seen.size() == n);
  }
}
