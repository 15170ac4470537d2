#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <libsched/base/time.hpp>

namespace libsched::actors {

/// A log-linear histogram of durations: 512 buckets an octave, so that a bucket's middle is within 0.1 % of everything
/// in it. Memory is the span of values seen, not their number; a few values are kept as a list, which is smaller yet.
class Histogram {
 public:
  void add(Duration value) {
    const std::size_t bucket = bucket_of(value);
    ++total_;
    if (total_ <= kFew) {
      few_.push_back(static_cast<std::uint32_t>(bucket));
      return;
    }
    if (!few_.empty()) spread();
    if (bucket < first_ || bucket >= first_ + counts_.size()) make_room(bucket);
    ++counts_[bucket - first_];
  }

  void add(const Histogram& other);
  /// Puts a list in order, which every look at quantiles otherwise does for itself.
  void sort() { std::sort(few_.begin(), few_.end()); }

  std::uint64_t total() const { return total_; }
  /// The smallest bucket middle that at least `fraction` of the values do not exceed. Precondition: total() > 0.
  Duration quantile(double fraction) const { return quantiles({&fraction, 1}).front(); }
  /// The same for each of `fractions`, which ascend: one walk over the buckets.
  std::vector<Duration> quantiles(std::span<const double> fractions) const;
  /// How many values lie in buckets up to and including that of `value`.
  std::uint64_t count_up_to(Duration value) const;

  static constexpr std::size_t bucket_of(Duration value) {
    const auto v = static_cast<std::uint64_t>(std::max<std::int64_t>(value.count(), 0));
    const int octave = std::max(0, static_cast<int>(std::bit_width(v)) - 10);
    return (static_cast<std::size_t>(octave) << 9) + static_cast<std::size_t>(v >> octave);
  }
  static constexpr Duration middle_of(std::size_t bucket) {
    if (bucket < 1024) return Duration{static_cast<std::int64_t>(bucket)};
    const std::size_t octave = (bucket >> 9) - 1;
    const std::size_t mantissa = bucket - (octave << 9);
    return Duration{static_cast<std::int64_t>((mantissa << octave) + ((std::size_t{1} << octave) >> 1))};
  }

 private:
  static constexpr std::uint64_t kFew = 512;
  void make_room(std::size_t bucket);
  void spread();

  std::vector<std::uint32_t> few_;  ///< the buckets of up to kFew values; then empty, and `counts_` has them
  std::size_t first_ = 0;           ///< bucket of counts_[0]
  std::vector<std::uint32_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace libsched::actors
