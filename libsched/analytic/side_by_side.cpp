#include <libsched/analytic/side_by_side.hpp>

#include <algorithm>

namespace libsched::analytic {
namespace {

/// Whether a client needs no look at its neighbours: they are counted as if they never left the GPU.
bool keeps_up_by_itself(const ClientGroup& group, double all_widths) {
  const TenantGroup& asks = group.asks;
  // Several requests in service hold each other up off the GPU; on it they go one after the other.
  if (asks.streams > 1 && asks.off_gpu_s > 0) return false;
  const double slowdown = std::max(group.cap, 1 + all_widths - group.width);
  return asks.rate_per_s * (asks.off_gpu_s + asks.gpu_s * slowdown) < 1;
}

}  // namespace

std::vector<Stability> stability_side_by_side(std::span<const ClientGroup> groups) {
  double all_widths = 0, widest = 0, most_cap = 1, load = 0;
  for (const ClientGroup& group : groups) {
    all_widths += group.asks.tenants * group.width;
    widest = std::max(widest, group.width);
    most_cap = std::max(most_cap, group.cap);
    load += group.asks.tenants * group.asks.rate_per_s * group.asks.gpu_s;
  }
  const double own = std::max(most_cap, widest);
  bool together = true;
  std::vector<Stability> verdict;
  for (const ClientGroup& group : groups) {
    const TenantGroup& asks = group.asks;
    if (asks.closed) {
      verdict.push_back(Stability::kStable);
      together = false;  // how much it asks depends on how fast it is served
      continue;
    }
    if (!asks.rate_is_most) together = false;
    if (asks.rate_per_s * asks.serial_s >= asks.streams) {
      verdict.push_back(Stability::kUnstable);
      together = false;
    } else if (keeps_up_by_itself(group, all_widths)) {
      verdict.push_back(Stability::kStable);
    } else {
      verdict.push_back(Stability::kUndecided);
      const double own_load = asks.rate_per_s * asks.gpu_s;
      together &= asks.off_gpu_s == 0 && own * own_load + widest * (load - own_load) < 1;
    }
  }
  if (together) std::fill(verdict.begin(), verdict.end(), Stability::kStable);
  return verdict;
}

}  // namespace libsched::analytic
