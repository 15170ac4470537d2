#pragma once

#include <array>
#include <cstdint>

namespace libsched {

/// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a pure function from a
/// 128-bit counter and a 64-bit key to 128 random bits. Tested against the authors' published vectors.
constexpr std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key) {
  auto [a, b, c, d] = counter;
  auto [bump0, bump1] = key;
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = std::uint64_t{0xD2511F53U} * a;
    const std::uint64_t product1 = std::uint64_t{0xCD9E8D57U} * c;
    a = static_cast<std::uint32_t>(product1 >> 32) ^ b ^ bump0;
    b = static_cast<std::uint32_t>(product1);
    c = static_cast<std::uint32_t>(product0 >> 32) ^ d ^ bump1;
    d = static_cast<std::uint32_t>(product0);
    bump0 += 0x9E3779B9U;
    bump1 += 0xBB67AE85U;
  }
  return {a, b, c, d};
}

}  // namespace libsched
