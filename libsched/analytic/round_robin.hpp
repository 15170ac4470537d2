#pragma once

namespace libsched::analytic {

// Slices of `slice`, each preceded by a switch that costs `switch_cost`; a slice ends when its request does.
// One unit of time for all.

/// Poisson arrivals, exponential service, one FIFO of requests that take turns, the switch paid on every turn.
/// What is left of an exponential request is memoryless at a turn's end, so the number present has the law of FCFS with
/// the inflated service S + cost ceil(S / slice) (compare Coffman & Kleinrock 1968, Kleinrock vol. 2 section 4.4).
struct RoundRobin {
  double mean_inflated = 0;      ///< E[S'], service with its switches
  double load = 0;               ///< of the inflated service
  double overhead_fraction = 0;  ///< of wall time, spent in switches
  double mean = 0;               ///< mean time in the system; infinity where load >= 1
};
RoundRobin round_robin(double arrival_rate, double mean_service, double slice, double switch_cost);

/// `clients` that always have work of `demand`: response time of each by Little's law, N (x + k d), k = ceil(x / q).
double saturated_response(int clients, double demand, double slice, double switch_cost);
/// Share of wall time that is useful work there, x / (x + k d).
double saturated_useful_fraction(double demand, double slice, double switch_cost);

/// One rare request of `demand` among `clients - 1` neighbours that never idle, joining the ring's tail
/// (`ring: arrival`): uniform between `low` and `high`, over the rest of the slice that runs when it arrives.
struct LightProbe {
  double low = 0;
  double high = 0;
  double mean() const { return (low + high) / 2; }
  double quantile(double p) const { return low + p * (high - low); }
};
/// Precondition: clients >= 2. A lone neighbour renews its slice without a switch.
LightProbe light_probe(int clients, double demand, double slice, double switch_cost);

}  // namespace libsched::analytic
