#include <libsched/base/fifo.hpp>

#include <catch2/catch.hpp>

#include <deque>

#include <libsched/base/random.hpp>

namespace libsched {

TEST_CASE("a queue gives back what it was given, in that order, as std::deque does", "[base][twin]") {
  Fifo<std::uint64_t> fifo;
  std::deque<std::uint64_t> twin;
  Draw draw{RandomKey{3, 1}, Purpose::kArrival, 0};
  double growth = 0.5;
  for (std::uint64_t n = 0; n < 20'000; ++n) {
    if (n % 1000 == 0) growth = 0.2 + 0.6 * draw.uniform();  // it fills and drains in turn
    if (draw.uniform() < growth) {
      fifo.push(n);
      twin.push_back(n);
    } else if (!twin.empty()) {
      REQUIRE(fifo.pop() == twin.front());
      twin.pop_front();
    }
    REQUIRE(fifo.empty() == twin.empty());
  }
}

}  // namespace libsched
