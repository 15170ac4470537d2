#include <libsched/analytic/stability.hpp>

#include <algorithm>

namespace libsched::analytic {

namespace {

/// Arrivals per service of a backlogged group: 1 or more means that it cannot keep up.
double pressure(std::span<const TenantGroup> groups, std::span<const Stability> verdict, std::size_t candidate,
                const TurnCost& cost) {
  double rest_load = 0;
  double cycle_s = 0;
  int busy = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TenantGroup& g = groups[i];
    if (i == candidate || verdict[i] == Stability::kUnstable || g.always_busy) {
      cycle_s += g.tenants * g.gpu_s / g.turns_low;
      busy += g.tenants;
    } else if (!g.closed) {
      rest_load += g.tenants * g.rate_per_s * g.gpu_s;
    }
  }
  if (rest_load >= 1) return 0;  // somebody else is the one to blame first
  if (busy > 1) cycle_s += busy * cost.low_s;
  return groups[candidate].rate_per_s * groups[candidate].turns_low * cycle_s / (1 - rest_load);
}

}  // namespace

std::vector<Stability> stability(std::span<const TenantGroup> groups, const TurnCost& cost) {
  std::vector<Stability> verdict(groups.size(), Stability::kUndecided);
  double highest_load = 0;
  bool any_closed = false;
  int tenants = 0;
  for (const TenantGroup& g : groups) tenants += g.tenants;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TenantGroup& g = groups[i];
    any_closed |= g.closed;
    if (g.closed) {
      verdict[i] = Stability::kStable;
    } else {
      if (g.rate_per_s * g.serial_s >= g.streams) verdict[i] = Stability::kUnstable;
      const double turns_s = tenants > 1 ? g.turns_high * cost.high_s : 0;
      highest_load += g.tenants * g.rate_per_s * (g.gpu_s + turns_s);
    }
  }
  for (;;) {
    std::size_t worst = groups.size();
    double worst_pressure = 1;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (verdict[i] != Stability::kUndecided) continue;
      const double p = pressure(groups, verdict, i, cost);
      if (p >= worst_pressure) {
        worst = i;
        worst_pressure = p;
      }
    }
    if (worst == groups.size()) break;
    verdict[worst] = Stability::kUnstable;
  }
  if (highest_load < 1 && !any_closed) {
    std::replace(verdict.begin(), verdict.end(), Stability::kUndecided, Stability::kStable);
  }
  return verdict;
}

}  // namespace libsched::analytic
