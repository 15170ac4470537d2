#include <libsched/actors/histogram.hpp>

#include <cmath>

#include <libsched/base/assert.hpp>

namespace libsched::actors {

void Histogram::add(const Histogram& other) {
  if (other.total_ == 0) return;
  make_room(other.first_);
  make_room(other.first_ + other.counts_.size() - 1);
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[other.first_ - first_ + i] += other.counts_[i];
  total_ += other.total_;
}

Duration Histogram::quantile(double fraction) const {
  LIBSCHED_ASSERT(total_ > 0, "no value, no quantile");
  const auto rank = static_cast<std::uint64_t>(
      std::clamp(std::ceil(fraction * static_cast<double>(total_)), 1.0, static_cast<double>(total_)));
  std::uint64_t seen = 0;
  std::size_t i = 0;
  for (; i + 1 < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) break;
  }
  return middle_of(first_ + i);
}

std::uint64_t Histogram::count_up_to(Duration value) const {
  const std::size_t bucket = bucket_of(value);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size() && first_ + i <= bucket; ++i) seen += counts_[i];
  return seen;
}

void Histogram::make_room(std::size_t bucket) {
  // Some room beyond the value, so that a slowly growing range does not copy at every step.
  constexpr std::size_t kMargin = 64;
  if (counts_.empty()) first_ = bucket - std::min(bucket, kMargin);
  if (bucket < first_) {
    const std::size_t grown = bucket - std::min(bucket, kMargin);
    counts_.insert(counts_.begin(), first_ - grown, 0);
    first_ = grown;
  }
  if (bucket >= first_ + counts_.size()) counts_.resize(bucket - first_ + 1 + kMargin);
}

}  // namespace libsched::actors
