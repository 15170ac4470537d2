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
  Draw(RandomKey key, Purpose purpose, std::uint64_t n)
      : key_{key.words()},
        low_{static_cast<std::uint32_t>(n)},
        high_{static_cast<std::uint32_t>(n >> 32)},
        purpose_{static_cast<std::uint32_t>(purpose)} {}

  /// 64 uniform bits.
  std::uint64_t bits() {
    if (half_) {
      half_ = false;
      return std::uint64_t{block_[2]} << 32 | block_[3];
    }
    block_ = philox4x32({low_, high_, purpose_, index_++}, key_);
    half_ = true;
    return std::uint64_t{block_[0]} << 32 | block_[1];
  }

  /// Uniform on the open interval (0, 1): its logarithm is finite.
  double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t low_;
  std::uint32_t high_;
  std::uint32_t purpose_;
  std::uint32_t index_ = 0;
  std::array<std::uint32_t, 4> block_{};
  bool half_ = false;
};

}  // namespace libsched
