#include <libsched/hw/mig.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <libsched/hw/gpu.hpp>

namespace libsched::hw {

namespace {

using Layout = std::vector<const MigProfile*>;

/// Tries every legal start for instance `at` and those after it. `taken` has one bit a memory slice.
bool place_from(const Layout& layout, std::size_t at, unsigned taken, std::vector<int>& starts) {
  if (at == layout.size()) return true;
  for (const int start : layout[at]->starts) {
    const unsigned slices = ((1U << layout[at]->memory) - 1U) << start;
    if ((taken & slices) != 0) continue;
    starts[at] = start;
    if (place_from(layout, at + 1, taken | slices, starts)) return true;
  }
  return false;
}

int compute_of(const Layout& layout) {
  int sum = 0;
  for (const MigProfile* one : layout) sum += one->compute;
  return sum;
}

int most_compute(const GpuModel& card) {
  int most = 0;
  for (const MigProfile& one : card.mig_profiles) most = std::max(most, one.compute);
  return most;
}

/// The profile of which a layout has more than a card can hold.
const MigProfile* too_many(const Layout& layout) {
  std::map<const MigProfile*, int> count;
  for (const MigProfile* one : layout) {
    if (++count[one] > one->most) return one;
  }
  return nullptr;
}

/// Among all ways to drop instances, the one that keeps most compute slices.
void keep_most(const GpuModel& card, const Layout& wanted, std::size_t at, Layout& kept, Layout& best) {
  if (at == wanted.size()) {
    if (compute_of(kept) > compute_of(best) && place_mig(card, kept)) best = kept;
    return;
  }
  kept.push_back(wanted[at]);
  keep_most(card, wanted, at + 1, kept, best);
  kept.pop_back();
  keep_most(card, wanted, at + 1, kept, best);
}

}  // namespace

const MigProfile* find_mig_profile(const GpuModel& card, std::string_view name) {
  for (const MigProfile& one : card.mig_profiles) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

std::optional<MigPlacement> place_mig(const GpuModel& card, const Layout& layout) {
  if (compute_of(layout) > most_compute(card) || too_many(layout) != nullptr) return std::nullopt;
  // The largest first: they have fewest starts.
  std::vector<std::size_t> order(layout.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return layout[a]->memory > layout[b]->memory; });
  Layout sorted;
  for (const std::size_t i : order) sorted.push_back(layout[i]);
  std::vector<int> starts(layout.size());
  if (!place_from(sorted, 0, 0, starts)) return std::nullopt;
  MigPlacement placement{std::vector<int>(layout.size())};
  for (std::size_t i = 0; i < order.size(); ++i) placement.starts[order[i]] = starts[i];
  return placement;
}

std::string why_impossible(const GpuModel& card, const Layout& layout) {
  if (compute_of(layout) > most_compute(card)) {
    return fmt::format("takes {} compute slices of the {} that {} has", compute_of(layout), most_compute(card),
                       card.name);
  }
  if (const MigProfile* one = too_many(layout)) {
    return fmt::format("has more than {} of {}, the most that fit on one card", one->most, one->name);
  }
  int memory = 0;
  for (const MigProfile* one : layout) memory += one->memory;
  return fmt::format("takes {} memory slices, for which the legal starts of its profiles leave no room", memory);
}

Layout closest_layout(const GpuModel& card, const Layout& layout) {
  constexpr std::size_t kEnough = 12;  // 2^12 ways to drop; more instances than any card holds add nothing
  const Layout wanted{layout.begin(), layout.begin() + static_cast<std::ptrdiff_t>(std::min(layout.size(), kEnough))};
  Layout kept;
  Layout best;
  keep_most(card, wanted, 0, kept, best);
  // What was dropped becomes the largest smaller profile that still fits.
  Layout left = wanted;
  for (const MigProfile* one : best) left.erase(std::find(left.begin(), left.end(), one));
  for (const MigProfile* dropped : left) {
    const MigProfile* substitute = nullptr;
    for (const MigProfile& one : card.mig_profiles) {
      const bool smaller = one.compute < dropped->compute && one.memory <= dropped->memory;
      if (!smaller || (substitute != nullptr && one.compute <= substitute->compute)) continue;
      best.push_back(&one);
      if (place_mig(card, best)) substitute = &one;
      best.pop_back();
    }
    if (substitute != nullptr) best.push_back(substitute);
  }
  return best;
}

std::string layout_text(const Layout& layout) {
  std::string text;
  for (const MigProfile* one : layout) text += (text.empty() ? "" : ", ") + one->name;
  return text;
}

}  // namespace libsched::hw
