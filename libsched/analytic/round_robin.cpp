#include <libsched/analytic/round_robin.hpp>

#include <cmath>
#include <limits>

namespace libsched::analytic {
namespace {

/// Turns a demand needs. A demand of exactly n slices, but for rounding, takes n.
double turns(double demand, double slice) {
  return std::ceil(demand / slice * (1 - 1e-12));
}

}  // namespace

RoundRobin round_robin(double arrival_rate, double mean_service, double slice, double switch_cost) {
  const double p = std::exp(-slice / mean_service);  // that a request outlives a slice
  const double ends = -std::expm1(-slice / mean_service);
  const double turns_mean = 1 / ends;
  const double turns_second = (1 + p) / (ends * ends);
  const double service_turns = slice * p / (ends * ends) + mean_service / ends;  // E[S K]

  RoundRobin result;
  result.mean_inflated = mean_service + switch_cost * turns_mean;
  result.load = arrival_rate * result.mean_inflated;
  result.overhead_fraction = arrival_rate * switch_cost * turns_mean;
  const double second =
      2 * mean_service * mean_service + 2 * switch_cost * service_turns + switch_cost * switch_cost * turns_second;
  result.mean = result.load < 1 ? result.mean_inflated + arrival_rate * second / (2 * (1 - result.load))
                                : std::numeric_limits<double>::infinity();
  return result;
}

double saturated_response(int clients, double demand, double slice, double switch_cost) {
  return clients * (demand + turns(demand, slice) * switch_cost);
}

double saturated_useful_fraction(double demand, double slice, double switch_cost) {
  return demand / (demand + turns(demand, slice) * switch_cost);
}

LightProbe light_probe(int clients, double demand, double slice, double switch_cost) {
  const double visits = turns(demand, slice);
  const double visit = slice + switch_cost;
  const double low = (clients - 2) * visit + demand + visits * switch_cost + (visits - 1) * (clients - 1) * visit;
  return {low, low + (clients == 2 ? slice : visit)};
}

}  // namespace libsched::analytic
