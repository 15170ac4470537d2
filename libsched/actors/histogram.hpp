#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <libsched/base/time.hpp>

namespace libsched::actors {

/// A log-linear histogram of durations: 512 buckets an octave, so that a bucket's middle is within 0.1 % of everything
/// in it. Memory is the span of values seen, not their number.
class Histogram {
 public:
  void add(Duration value) {
    const std::size_t bucket = bucket_of(value);
    if (bucket < first_ || bucket >= first_ + counts_.size()) make_room(bucket);
    ++counts_[bucket - first_];
    ++total_;
  }

  void add(const Histogram& other);
  void clear() {
    std::fill(counts_.begin(), counts_.end(), 0);
    total_ = 0;
  }

  std::uint64_t total() const { return total_; }
  /// The smallest bucket middle that at least `fraction` of the values do not exceed. Precondition: total() > 0.
  Duration quantile(double fraction) const;
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
  void make_room(std::size_t bucket);

  std::size_t first_ = 0;  ///< bucket of counts_[0]
  std::vector<std::uint32_t> counts_;
  std::uint64_t total_ = 0;
};

}  // namespace libsched::actors
