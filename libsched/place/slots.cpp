#include <libsched/place/slots.hpp>

#include <algorithm>
#include <set>

namespace libsched::place {

std::optional<std::vector<std::uint32_t>> spread_slots(std::vector<int> taken, int replicas, int asked) {
  std::vector<std::uint32_t> slots;
  while (static_cast<int>(slots.size()) < asked) {
    const auto emptiest = std::min_element(taken.begin(), taken.end());
    if (emptiest == taken.end() || *emptiest >= replicas) return std::nullopt;
    ++*emptiest;
    slots.push_back(static_cast<std::uint32_t>(emptiest - taken.begin()));
  }
  return slots;
}

int distinct_gpus(const std::vector<std::uint32_t>& slots) {
  return static_cast<int>(std::set<std::uint32_t>(slots.begin(), slots.end()).size());
}

}  // namespace libsched::place
