#pragma once

#include <array>
#include <cstdint>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

/// 128 random bits as two numbers.
using PhiloxBlock = std::array<std::uint64_t, 2>;

constexpr PhiloxBlock as_block(std::array<std::uint32_t, 4> words) {
  return {std::uint64_t{words[0]} << 32 | words[1], std::uint64_t{words[2]} << 32 | words[3]};
}

/// The blocks of counters {n, n >> 32, c, d} for n = `first` and the three numbers after it: what philox4x32 gives for
/// each, in a quarter of the time, since its long chain of multiplications for one runs beside those of the others.
inline std::array<PhiloxBlock, 4> philox4x32_four(std::uint64_t first, std::uint32_t c, std::uint32_t d,
                                                  std::array<std::uint32_t, 2> key) {
  std::array<PhiloxBlock, 4> blocks;
#ifdef __SSE2__
  // Two counters in a register, each of their words in the low half of a lane. What stands in the high halves does not
  // matter: the multiplication ignores it.
  struct Pair {
    __m128i a, b, c, d;
  };
  const auto both = [](std::uint64_t x) { return _mm_set1_epi64x(static_cast<long long>(x)); };
  const auto pair = [&](std::uint64_t n) -> Pair {
    const __m128i a = _mm_set_epi64x(static_cast<long long>(n + 1), static_cast<long long>(n));
    return {a, _mm_srli_epi64(a, 32), both(c), both(d)};
  };
  Pair low = pair(first);
  Pair high = pair(first + 2);
  __m128i bump0 = both(key[0]);
  __m128i bump1 = both(key[1]);
  const auto mix = [&](Pair& p) {
    const __m128i product0 = _mm_mul_epu32(p.a, both(0xD2511F53U));
    const __m128i product1 = _mm_mul_epu32(p.c, both(0xCD9E8D57U));
    p = {_mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(product1, 32), p.b), bump0), product1,
         _mm_xor_si128(_mm_xor_si128(_mm_srli_epi64(product0, 32), p.d), bump1), product0};
  };
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    mix(low);
    mix(high);
    bump0 = _mm_add_epi32(bump0, both(0x9E3779B9U));
    bump1 = _mm_add_epi32(bump1, both(0xBB67AE85U));
  }
  const auto joined = [&](__m128i upper, __m128i lower) {
    return _mm_or_si128(_mm_slli_epi64(upper, 32), _mm_and_si128(lower, both(0xFFFFFFFFU)));
  };
  const auto store = [&](const Pair& p, PhiloxBlock* to) {
    const __m128i firsts = joined(p.a, p.b);
    const __m128i seconds = joined(p.c, p.d);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_unpacklo_epi64(firsts, seconds));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 1), _mm_unpackhi_epi64(firsts, seconds));
  };
  store(low, blocks.data());
  store(high, blocks.data() + 2);
#else
  for (std::uint64_t i = 0; i < 4; ++i) {
    const std::uint64_t n = first + i;
    blocks[i] = as_block(philox4x32({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(n >> 32), c, d}, key));
  }
#endif
  return blocks;
}

}  // namespace libsched
