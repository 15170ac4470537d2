#pragma once

#include <cstdint>

namespace slicewise::bench::host {

/// A fixed amount of work, not of time: a chain of dependent multiplications that touches no memory.
inline void work(std::int64_t iterations) {
  std::uint64_t x = 1;
  for (std::int64_t i = 0; i < iterations; ++i) {
    x = x * 6364136223846793005U + 1442695040888963407U;
    asm volatile("" : "+r"(x));  // the compiler may not guess the end of the chain
  }
}

}  // namespace slicewise::bench::host
