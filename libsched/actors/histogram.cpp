#include <libsched/actors/histogram.hpp>

#include <cmath>

#include <libsched/base/assert.hpp>

namespace libsched::actors {

void Histogram::add(const Histogram& other) {
  if (other.total_ == 0) return;
  const bool few = total_ + other.total_ <= kFew;
  total_ += other.total_;
  if (few) {
    few_.insert(few_.end(), other.few_.begin(), other.few_.end());
    return;
  }
  if (!few_.empty()) spread();
  if (!other.few_.empty()) {
    const auto [least, greatest] = std::minmax_element(other.few_.begin(), other.few_.end());
    make_room(*least);
    make_room(*greatest);
    for (const std::uint32_t bucket : other.few_) ++counts_[bucket - first_];
    return;
  }
  make_room(other.first_);
  make_room(other.first_ + other.counts_.size() - 1);
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[other.first_ - first_ + i] += other.counts_[i];
}

std::vector<Duration> Histogram::quantiles(std::span<const double> fractions) const {
  LIBSCHED_ASSERT(total_ > 0, "no value, no quantile");
  const double total = static_cast<double>(total_);
  const auto rank = [&](double fraction) {
    return static_cast<std::uint64_t>(std::clamp(std::ceil(fraction * total), 1.0, total));
  };
  std::vector<Duration> result;
  result.reserve(fractions.size());
  if (!few_.empty()) {
    if (!std::is_sorted(few_.begin(), few_.end())) {
      Histogram sorted{*this};
      sorted.sort();
      return sorted.quantiles(fractions);
    }
    for (const double fraction : fractions) result.push_back(middle_of(few_[rank(fraction) - 1]));
    return result;
  }
  std::uint64_t seen = counts_[0];
  std::size_t i = 0;
  for (const double fraction : fractions) {
    while (seen < rank(fraction) && i + 1 < counts_.size()) seen += counts_[++i];
    result.push_back(middle_of(first_ + i));
  }
  return result;
}

std::uint64_t Histogram::count_up_to(Duration value) const {
  const std::size_t bucket = bucket_of(value);
  auto seen = static_cast<std::uint64_t>(
      std::count_if(few_.begin(), few_.end(), [&](std::uint32_t one) { return one <= bucket; }));
  for (std::size_t i = 0; i < counts_.size() && first_ + i <= bucket; ++i) seen += counts_[i];
  return seen;
}

/// From a list to counts.
void Histogram::spread() {
  const auto [least, greatest] = std::minmax_element(few_.begin(), few_.end());
  make_room(*least);
  make_room(*greatest);
  for (const std::uint32_t bucket : few_) ++counts_[bucket - first_];
  few_ = {};
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
