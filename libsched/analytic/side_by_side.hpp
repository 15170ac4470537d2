#pragma once

#include <span>
#include <vector>

#include <libsched/analytic/stability.hpp>

namespace libsched::analytic {

/// Identical clients that run together with all others: each progresses at 1 / max(its cap, 1 + the widths of the
/// others on the GPU now).
struct ClientGroup {
  TenantGroup asks;  ///< `gpu_s` is the work without the cap, `serial_s` the time with it
  double width = 1;  ///< the slowdown that one adds to each other
  double cap = 1;    ///< how many times longer work takes alone; >= 1
};

/// For each group, whether its queues stay finite. Stable and unstable are certain, else the answer is undecided.
///
/// Unstable: more arrives than it could serve alone. Stable, either by itself: one request after the other fits in time
/// though all neighbours are on the GPU always. Or all together: let w be the greatest width, c the greatest cap,
/// A = max(c, w, 1), V_i the work in the queue of client i, U the sum of these, and
///
///     A load_i + w (sum of the other loads) < 1    for every client i that always wants the GPU while requests wait.
///
/// While V_i > 0, P_i = A V_i + w (U - V_i) is served at a rate of at least 1: with n clients on the GPU, either
/// 1 + w (n - 1) >= c, and all progress at 1 / (1 + w (n - 1)) or faster, which gives (A + w (n - 1)) / (1 + w (n -
/// 1)), or i alone progresses at 1 / c or faster, which gives A / c. So max P_i = w U + (A - w) max V_i, whose greatest
/// V_i is above 0 whenever U is, falls in every fluid limit until U = 0, and stays there (Dai, "On positive Harris
/// recurrence of multiclass queueing networks", 1995). Clients that are stable by themselves have no work left in that
/// limit. O(n).
std::vector<Stability> stability_side_by_side(std::span<const ClientGroup> groups);

}  // namespace libsched::analytic
