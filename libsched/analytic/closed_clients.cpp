#include <libsched/analytic/closed_clients.hpp>

namespace libsched::analytic {

ClosedClients closed_clients(int clients, double mean_service, double mean_think) {
  ClosedClients result;
  double present = 0;  // at the GPU with one client fewer: what an arriving request finds
  for (int n = 1; n <= clients; ++n) {
    result.response = mean_service * (1 + present);
    result.throughput = n / (result.response + mean_think);
    present = result.throughput * result.response;
  }
  result.busy = result.throughput * mean_service;
  return result;
}

}  // namespace libsched::analytic
