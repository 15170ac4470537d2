#include <libsched/place/detail/fragment_memo.hpp>

#include <algorithm>

namespace libsched::place::detail {
namespace {

constexpr std::size_t kMostSlots = std::size_t{1} << 18;  // 10 MiB; when they are full, the memo starts over

std::size_t hash(const std::array<std::uint64_t, 4>& key) {
  std::uint64_t h = key[0] ^ key[3] * 0x9E3779B97F4A7C15U;
  h = (h ^ h >> 32) * 0xD6E8FEB86659FD93U;
  h = (h ^ key[1] ^ h >> 29) * 0xD6E8FEB86659FD93U;
  h = (h ^ key[2] ^ h >> 32) * 0xD6E8FEB86659FD93U;
  return static_cast<std::size_t>(h ^ h >> 32);
}

}  // namespace

FragmentMemo::Key FragmentMemo::key_of(const GpuLeft& left) const {
  std::array<std::uint64_t, kMostGpus> sorted{};
  std::size_t count = 0;
  for (const MilliGpu gpu : left.gpus) {  // insertion sort: short, and nearly sorted as low indices are taken first
    const auto value = static_cast<std::uint64_t>(gpu.raw());
    if (value == 0) continue;  // a full GPU adds nothing and has room for nobody
    std::size_t i = count++;
    for (; i > 0 && sorted[i - 1] > value; --i) sorted[i] = sorted[i - 1];
    sorted[i] = value;
  }
  const auto& steps = model_.cpu_steps();
  const auto step = static_cast<std::uint64_t>(std::upper_bound(steps.begin(), steps.end(), left.cpu) - steps.begin());
  Key key{0, 0, 0, 1 + left.model + (step << 8)};
  for (std::size_t i = 0; i < count; ++i) key[i / 6] |= sorted[i] << (10 * (i % 6));
  return key;
}

double FragmentMemo::expected(const GpuLeft& left) const {
  const Key key = key_of(left);
  std::size_t i = hash(key) & (slots_.size() - 1);
  while (slots_[i].key[3] != 0) {
    if (slots_[i].key == key) return slots_[i].value;
    i = (i + 1) & (slots_.size() - 1);
  }
  const double value = model_.expected(left);
  slots_[i] = {key, value};
  if (++used_ * 2 > slots_.size()) grow();
  return value;
}

void FragmentMemo::grow() const {
  std::vector<Slot> old(std::min(slots_.size() * 2, kMostSlots));
  const bool full = old.size() == slots_.size();
  old.swap(slots_);
  used_ = 0;
  if (full) return;
  for (const Slot& slot : old) {
    if (slot.key[3] == 0) continue;
    std::size_t i = hash(slot.key) & (slots_.size() - 1);
    while (slots_[i].key[3] != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = slot;
    ++used_;
  }
}

}  // namespace libsched::place::detail
