#pragma once

#include <array>
#include <cstdint>

#include <libsched/base/philox.hpp>

namespace libsched {

/// What a draw is for. A draw is a function of (seed, entity, purpose, n), so nothing that happens to one entity or
/// purpose moves the draws of another, and two alternatives can be compared on the same arrivals.
enum class Purpose : std::uint32_t {
  kArrival,
  kPhase,
  kBatchSize,
  kRegime,
  kRoute,
  kGpu,
  kCpu,
  kCopy,
  kThink,
  kSwitch,
  kPlacement,
  kPodKind
};

/// Who draws, under which seed: any two (seed, entity) pairs have unrelated keys.
class RandomKey {
 public:
  RandomKey(std::uint64_t seed, std::uint64_t entity) {
    const auto mixed = philox4x32({low(entity), high(entity), 0, 0}, {low(seed), high(seed)});
    words_ = {mixed[0], mixed[1]};
  }
  std::array<std::uint32_t, 2> words() const { return words_; }

 private:
  static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }
  std::array<std::uint32_t, 2> words_;
};

/// The random numbers of draw `n` of one entity for one purpose: as many as a rejection method asks for.
class Draw {
 public:
  Draw(RandomKey key, Purpose purpose, std::uint64_t n) : key_{key.words()}, n_{n}, purpose_{purpose} {}
  /// The same where `first`, from four(), is known to be its first block.
  Draw(RandomKey key, Purpose purpose, std::uint64_t n, PhiloxBlock first)
      : key_{key.words()}, n_{n}, purpose_{purpose}, blocks_{1}, left_{2}, block_{first} {}

  /// The first blocks of draws `first` to `first` + 3.
  static std::array<PhiloxBlock, 4> four(RandomKey key, Purpose purpose, std::uint64_t first) {
    return philox4x32_four(first, static_cast<std::uint32_t>(purpose), 0, key.words());
  }

  /// 64 uniform bits.
  std::uint64_t bits() {
    if (left_ == 0) {
      block_ = as_block(philox4x32({static_cast<std::uint32_t>(n_), static_cast<std::uint32_t>(n_ >> 32),
                                    static_cast<std::uint32_t>(purpose_), blocks_++},
                                   key_));
      left_ = 2;
    }
    return left_-- == 2 ? block_[0] : block_[1];
  }

  /// Uniform on the open interval (0, 1): its logarithm is finite.
  double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint64_t n_;
  Purpose purpose_;
  std::uint32_t blocks_ = 0;  ///< so many are used, or begun
  int left_ = 0;              ///< numbers of the last one
  PhiloxBlock block_{};
};

}  // namespace libsched
