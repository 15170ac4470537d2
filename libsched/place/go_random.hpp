#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace libsched::place {

/// The generator of Go's math/rand with its derived draws, so that arrival orders are those of the published
/// experiment for any seed: x[n] = x[n-607] + x[n-273], wrapping at 64 bits.
class GoRandom {
 public:
  explicit GoRandom(std::int64_t seed);

  std::uint64_t bits();
  std::uint64_t int63() { return bits() & (~std::uint64_t{0} >> 1); }
  /// Uniform on 0..n-1. Precondition: 1 <= n < 2^31.
  std::uint32_t intn(std::uint32_t n);
  /// What Go calls Float64: consumes a draw, redrawn in the rare case that it would round to 1.
  double float64();
  /// A permutation of 0..n-1.
  std::vector<std::uint32_t> perm(std::uint32_t n);
  template <class T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i-- > 1;) std::swap(list[i], list[bounded(static_cast<std::uint32_t>(i + 1))]);
  }

 private:
  std::uint32_t int31() { return static_cast<std::uint32_t>(int63() >> 32); }
  std::uint32_t bounded(std::uint32_t n);

  static constexpr std::size_t kLength = 607;
  static constexpr std::size_t kTap = 273;
  std::array<std::uint64_t, kLength> state_;
  std::size_t oldest_ = 0;  ///< index of x[n-607]
};

}  // namespace libsched::place
