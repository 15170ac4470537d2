#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <libsched/base/quantity.hpp>
#include <libsched/base/time.hpp>
#include <libsched/workload/distribution.hpp>

namespace libsched::workload {

// Arrival processes; rates are per second. `Closed` clients wait for their answer before they ask again.
struct Poisson {
  double rate_per_s;
};
struct Deterministic {
  double rate_per_s;
};  ///< random phase per source
struct Batch {
  double batches_per_s;
  Distribution size;
};
struct Mmpp {
  std::vector<double> rates_per_s;
  std::vector<double> mean_s;
};  ///< regimes visited in turn
struct Trace {
  std::vector<Time> at;
};  ///< sorted; repeated end to end never: the run ends with it
struct Closed {
  int concurrency = 1;
  Distribution think_ms;
};
using ArrivalProcess = std::variant<Poisson, Deterministic, Batch, Mmpp, Trace, Closed>;

/// Requests per second of one source; none for closed clients, whose rate is an answer.
std::optional<double> mean_rate_per_s(const ArrivalProcess& process);

/// Who a request goes to when one process feeds all pods of a workload.
enum class Route { kPerPod, kRandom, kRoundRobin, kSharedQueue };

/// Whether the host waits for each burst or runs ahead of the GPU until the end of the request.
enum class Launch { kSync, kAsync };

/// One request alone on the device: totals, drawn once, split evenly over the bursts.
struct Request {
  std::vector<std::pair<std::string, Distribution>> gpu_ms;  ///< by short GPU name
  Distribution cpu_ms;
  Distribution copy_ms;
  int bursts = 1;
  bool bursts_given = false;
  Launch launch = Launch::kSync;
  std::vector<std::pair<std::string, double>> gpu_ms_small;  ///< (MIG profile, ms): other solo points

  /// The GPU time on this card; null where the file has none.
  const Distribution* gpu_ms_on(const std::string& gpu) const;
};

/// Peak memory of one process without its CUDA context. Not modelled where the workload states none.
struct Memory {
  double from_mib = 0;       ///< at start; equal to `to_mib` where it does not grow
  double to_mib = 0;         ///< the peak
  double at_s = 0;           ///< when the peak is reached
  bool per_request = false;  ///< `to_mib` while a request is served, `from_mib` otherwise; `at_s` means nothing
};

/// A set of identical pods with one kind of request.
struct Workload {
  std::string name;
  int pods = 1;
  bool pods_given = false;
  int processes = 1;  ///< per pod; one tenant each
  int streams = 1;    ///< requests in service at once in one context
  ArrivalProcess arrivals;
  Route route = Route::kPerPod;
  /// Pods that the common stream feeds too, on GPUs that are left out: what is routed to them goes unseen.
  int pods_elsewhere = 0;
  Request request;
  double width = 1.0;
  bool width_given = false;
  std::optional<Memory> memory;
  std::string framework = "cuda";
  std::optional<double> reserve_fraction;  ///< of the card's memory, taken at start
  std::optional<double> slo_p99_ms;
  std::string mig_profile;  ///< what its pods ask for: devices of this profile only; empty: any device

  bool closed() const { return std::holds_alternative<Closed>(arrivals); }
};

}  // namespace libsched::workload
