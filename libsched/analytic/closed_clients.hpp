#pragma once

namespace libsched::analytic {

/// Closed clients with one GPU: each thinks, asks, waits for its answer, and so on (machine repairman).
struct ClosedClients {
  double response = 0;    ///< mean time from request to answer
  double throughput = 0;  ///< answers per unit of time, all clients together
  double busy = 0;        ///< fraction of time the GPU works
};

/// Mean value analysis (Reiser & Lavenberg, J. ACM 1980). Exact for processor sharing with any service and think-time
/// law; for FCFS only with exponential service. Any one unit of time. O(clients).
ClosedClients closed_clients(int clients, double mean_service, double mean_think);

}  // namespace libsched::analytic
