#include <libsched/analytic/stability.hpp>

#include <algorithm>
#include <utility>

namespace libsched::analytic {

namespace {

/// What a group that may or may not be backlogged takes of each cycle.
struct Rest {
  double load = 0;     ///< its work per second
  double turns_s = 0;  ///< one shortest turn of each of its tenants
};

/// The shortest cycle C = base_s + sum of min(load C, turns): who keeps up takes its work, who does not takes its
/// turns, and the lesser of the two is certain.
double shortest_cycle(double base_s, std::vector<Rest> rest) {
  const auto full_at = [](const Rest& r) { return r.turns_s / r.load; };
  std::sort(rest.begin(), rest.end(), [&](const Rest& a, const Rest& b) { return full_at(a) < full_at(b); });
  double load = 0;
  for (const Rest& r : rest) load += r.load;
  for (const Rest& r : rest) {  // all from `r` on keep up?
    if (load < 1 && base_s / (1 - load) <= full_at(r)) return base_s / (1 - load);
    load -= r.load;
    base_s += r.turns_s;
  }
  return base_s;
}

/// Arrivals per service of a backlogged group, at least: 1 or more means that it cannot keep up.
double pressure(std::span<const TenantGroup> groups, std::span<const Stability> verdict, std::size_t candidate,
                const TurnCost& cost) {
  std::vector<Rest> rest;
  double cycle_s = 0;
  int busy = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TenantGroup& g = groups[i];
    // The verdict must be certain, so neighbours have the shortest turns they can have.
    const double turns_s = g.tenants * g.gpu_s / (i == candidate ? g.turns_low : g.turns_high);
    if (i == candidate || verdict[i] == Stability::kUnstable || g.always_busy) {
      cycle_s += turns_s;
      busy += g.tenants;
    } else if (!g.closed && g.rate_per_s > 0) {
      rest.push_back({g.tenants * g.rate_per_s * g.gpu_s, turns_s});
    }
  }
  if (busy > 1) cycle_s += busy * cost.low_s;
  return groups[candidate].rate_per_s * groups[candidate].turns_low * shortest_cycle(cycle_s, std::move(rest));
}

/// Whether a tenant of a GPU that is not overloaded serves its own queue in time for certain.
bool keeps_up(const TenantGroup& group, int tenants, const TurnCost& cost) {
  // Whoever always wants the GPU while requests wait leaves none of its time unused.
  if (group.off_gpu_s == 0) return true;
  // Several in service hold each other up off the GPU too, by how much depends on their laws.
  if (group.streams > 1) return false;
  // Not the serial time: a request whose host runs ahead may still have one after the other.
  if (tenants == 1) return group.rate_per_s * (group.off_gpu_s + group.gpu_s) < 1;
  const double longest_s = group.off_gpu_s + group.turns_high * tenants * (cost.slice_s + cost.high_s);
  return group.rate_per_s * longest_s < 1;
}

}  // namespace

std::vector<Stability> stability(std::span<const TenantGroup> groups, const TurnCost& cost) {
  std::vector<Stability> verdict(groups.size(), Stability::kUndecided);
  double highest_load = 0;
  bool load_is_known = true;  // a closed loop asks more the faster it is served
  int tenants = 0;
  for (const TenantGroup& g : groups) tenants += g.tenants;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const TenantGroup& g = groups[i];
    load_is_known &= !g.closed && g.rate_is_most;
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
  if (highest_load < 1 && load_is_known) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (verdict[i] == Stability::kUndecided && keeps_up(groups[i], tenants, cost)) verdict[i] = Stability::kStable;
    }
  }
  return verdict;
}

}  // namespace libsched::analytic
