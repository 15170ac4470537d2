#include "bench/cuda/newcomers.hpp"

#include <catch2/catch.hpp>

using namespace slicewise::bench::cuda;

namespace {

/// Stays of 10 each, one after the other from time 0.
std::vector<Visit> served(const std::vector<int>& order) {
  std::vector<Visit> visits;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto start = static_cast<std::int64_t>(10 * i);
    visits.push_back({order[i], {start, start + 9}});
  }
  return visits;
}

}  // namespace

TEST_CASE("a newcomer that comes after its predecessor in the order of creation is seen as such",
          "[bench][cuda][unit]") {
  // 0 and 2 are busy; 1 arrives at 22, while 0 is on. A ring of creation serves it right after 0.
  const auto found = newcomers(served({0, 2, 0, 1, 2, 0, 1, 2}), {0, 22, 5});
  REQUIRE(found.size() == 1);
  CHECK(found[0].process == 1);
  CHECK(found[0].wait_ns == 8);
  CHECK(found[0].by_creation == true);
  CHECK(found[0].by_arrival == false);  // by arrival 2 would have come first, and 0 right after the newcomer
}

TEST_CASE("a newcomer that waits for all that wait is seen as served by arrival", "[bench][cuda][unit]") {
  // 0 and 2 are busy; 1 arrives at 22, while 0 is on: 2 waits already, 0 joins after 1.
  const auto found = newcomers(served({0, 2, 0, 2, 1, 0, 2, 1}), {0, 22, 5});
  REQUIRE(found.size() == 1);
  CHECK(found[0].wait_ns == 18);
  CHECK(found[0].by_creation == false);
  CHECK(found[0].by_arrival == true);
}

TEST_CASE("the first in the order of creation comes after the last", "[bench][cuda][unit]") {
  const auto found = newcomers(served({1, 2, 0, 1, 2, 0}), {15, 0, 5});
  REQUIRE(found.size() == 1);
  CHECK(found[0].process == 0);
  CHECK(found[0].by_creation == true);
  CHECK_FALSE(found[0].by_arrival == true);
}

TEST_CASE("with fewer than two busy processes an order cannot be told", "[bench][cuda][unit]") {
  CHECK(newcomers(served({0, 1, 0, 1}), {0, 5}).empty());
  CHECK(newcomers({}, {0, 0, 0}).empty());
}

TEST_CASE("a process that never got the GPU is no newcomer", "[bench][cuda][unit]") {
  CHECK(newcomers(served({0, 1, 0, 1}), {0, 5, 12}).empty());
}
