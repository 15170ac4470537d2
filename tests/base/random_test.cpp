#include <libsched/base/random.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <set>
#include <vector>

namespace libsched {

using Words = std::array<std::uint32_t, 4>;

// Known answers published with Random123 (kat_vectors: philox 4x32 10).
TEST_CASE("Philox4x32-10 gives its authors' known answers", "[base][unit]") {
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("four blocks at once are those computed one by one, also where the counter carries", "[base][twin]") {
  Draw random{RandomKey{9, 1}, Purpose::kArrival, 0};
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t carries[] = {0xFFFFFFFE, ~std::uint64_t{0} - 1, random.bits()};
    const std::uint64_t first = carries[i % 3];
    const auto c = static_cast<std::uint32_t>(random.bits());
    const auto d = static_cast<std::uint32_t>(random.bits());
    const std::array<std::uint32_t, 2> key{static_cast<std::uint32_t>(random.bits()), static_cast<std::uint32_t>(i)};
    const auto four = philox4x32_four(first, c, d, key);
    for (std::uint64_t k = 0; k < 4; ++k) {
      const std::uint64_t n = first + k;
      const Words one = philox4x32({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), c, d}, key);
      REQUIRE(four[k] == as_block(one));
    }
  }
}

TEST_CASE("a draw depends on its number, not on the draws taken before it", "[base][unit]") {
  const RandomKey key{7, 3};
  std::vector<std::uint64_t> forwards;
  for (std::uint64_t n = 0; n < 100; ++n) forwards.push_back(Draw{key, Purpose::kGpu, n}.bits());
  for (std::uint64_t n = 100; n-- > 0;) {
    Draw other{key, Purpose::kCpu, n};
    for (int i = 0; i < 5; ++i) other.bits();
    CHECK(Draw{key, Purpose::kGpu, n}.bits() == forwards[n]);
  }
}

TEST_CASE("seed, entity, purpose, number and place within a draw each change the bits", "[base][unit]") {
  std::set<std::uint64_t> seen;
  std::size_t taken = 0;
  for (const std::uint64_t seed : {0ULL, 1ULL, 1ULL << 32, ~0ULL}) {
    for (const std::uint64_t entity : {0ULL, 1ULL, 1ULL << 32}) {
      for (const Purpose purpose : {Purpose::kArrival, Purpose::kSwitch}) {
        for (const std::uint64_t n : {0ULL, 1ULL, 1ULL << 32}) {
          Draw draw{RandomKey{seed, entity}, purpose, n};
          for (int i = 0; i < 5; ++i, ++taken) seen.insert(draw.bits());
        }
      }
    }
  }
  CHECK(seen.size() == taken);
}

TEST_CASE("uniform numbers lie strictly between 0 and 1 with mean 1/2 and variance 1/12", "[base][unit]") {
  constexpr int kCount = 100'000;
  const RandomKey key{1, 1};
  double sum = 0, squares = 0;
  for (std::uint64_t n = 0; n < kCount; ++n) {
    const double u = Draw{key, Purpose::kArrival, n}.uniform();
    REQUIRE(u > 0.0);
    REQUIRE(u < 1.0);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  // Standard errors: sqrt(1/12/N) for the mean; Var (u-1/2)^2 = 1/80 - 1/144 = 1/180 for the variance. Five of each.
  CHECK(std::abs(sum / kCount - 0.5) < 5.0 * std::sqrt(1.0 / 12.0 / kCount));
  CHECK(std::abs(squares / kCount - 1.0 / 12.0) < 5.0 * std::sqrt(1.0 / 180.0 / kCount));
}

}  // namespace libsched
