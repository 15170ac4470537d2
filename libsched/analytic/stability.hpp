#pragma once

#include <span>
#include <vector>

namespace libsched::analytic {

/// Identical tenants on one GPU, as a stability check sees them. Times in seconds.
struct TenantGroup {
  int tenants = 1;
  double rate_per_s = 0;     ///< per tenant; ignored where `closed`
  bool closed = false;       ///< a closed loop: its queue cannot grow, and it may always have work
  bool always_busy = false;  ///< a closed loop without think or host time
  double gpu_s = 0;          ///< GPU work of one request
  double serial_s = 0;       ///< least time of one request alone, host and copies included
  int streams = 1;           ///< requests in service at once
  double turns_low = 1;      ///< lower bound of the expected turns of one request among always-busy neighbours
  double turns_high = 1;     ///< upper bound
  bool rate_is_most = true;  ///< false: it may serve more than `rate_per_s`, what pods of other devices do not
  double off_gpu_s = 0;      ///< most time of a request off the GPU, which it leaves to others; infinite: unknown
};

/// What a turn costs beyond its work.
struct TurnCost {
  double low_s = 0;    ///< least cost of one turn with others waiting
  double high_s = 0;   ///< most
  double slice_s = 0;  ///< most work of one turn
};

enum class Stability { kStable, kUnstable, kUndecided };

/// For each group, whether its queues stay finite when GPU time goes round in turns. Stable and unstable are certain;
/// near the edge, and beside closed loops, the answer may be undecided and a simulation has to tell. O(groups^2).
///
/// Stable: the load with every turn at its highest cost is below 1; and of who leaves the GPU idle between its bursts,
/// one request after the other fits in time even if every turn waits for a whole slice of everybody. Unstable: a group
/// that is backlogged, beside whoever is always busy and, of each other group, the lesser of its raw work and its
/// turns, serves fewer requests than arrive (turns of a polling system with one-turn-limited service; Takagi, "Queuing
/// analysis of polling models", 1988).
std::vector<Stability> stability(std::span<const TenantGroup> groups, const TurnCost& cost);

}  // namespace libsched::analytic
