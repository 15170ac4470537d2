#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <libsched/actors/latency_stats.hpp>
#include <libsched/actors/tenant.hpp>
#include <libsched/share/modes.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::actors {

/// One workload of a run: what arrives, what a request needs on this card.
struct WorkloadSpec {
  workload::ArrivalProcess arrivals;
  workload::Route route = workload::Route::kPerPod;
  int pods_elsewhere = 0;  ///< that the common stream feeds too, on GPUs that are not part of the run
  RequestLaws laws;
  int streams = 1;
  bool measured = true;        ///< false: overloaded, or a stand-in that keeps the GPU busy; its latencies mean nothing
  bool surely_stable = false;  ///< a queue that is long for hours is a burst, not an overload
};

/// One pod: its processes are its tenants, all on one device: a GPU, or an instance that MIG made of one.
struct PodSpec {
  std::uint32_t workload = 0;
  std::uint32_t index = 0;  ///< within the workload: keys its draws, whatever else runs
  std::uint32_t gpu = 0;
  int processes = 1;
  double gpu_time = 1;  ///< GPU time of its requests on this device, relative to the workload's law
  double host_floor =
      0;  ///< least host time of its requests, relative to the GPU law: what bounds them when the GPU waits
  share::MpsClient client{};  ///< each of its processes, where the device is shared by MPS
};

struct GpuSpec {
  share::ModeKind mode = share::ModeKind::kExclusive;
  share::SlicingParameters parameters;
  std::uint32_t node = 0;
  share::SpanObserver* observer = nullptr;
  share::Slices slices = share::Slices::kSkip;
};

/// Everything that one run needs, checked by whoever made it.
struct SystemSpec {
  std::vector<WorkloadSpec> workloads;
  std::vector<PodSpec> pods;  ///< in creation order
  std::vector<GpuSpec> gpus;
  std::uint32_t nodes = 1;
  double host_contention = 0;
  std::optional<int> vcpus;  ///< of each node; none = as many as asked for
  std::uint64_t seed = 1;
  std::uint64_t phases = 0;  ///< which draw of the phases that each source has for the whole run
};

/// When to end.
struct StopRule {
  std::optional<Duration> duration;  ///< none: until every judged workload has its precision
  double precision = 0.02;
  /// By workload: whether the run goes on until it has its precision. Empty: all that can have one.
  std::vector<bool> judged;
  /// By workload: a p99 that is surely beyond this needs no precision. Empty: nothing is. A queue at the edge of
  /// stability would take hours to be precise about a number that nobody can use.
  std::vector<double> enough_ms;
  /// By workload: what its p99 is compared with. Where that is clear of it by more than `precision_if_clear`, no better
  /// precision is needed. Empty: all need `precision`.
  std::vector<double> limit_ms;
  double precision_if_clear = 0;
  std::uint64_t max_events = 200'000'000;
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double)> progress;
};

enum class Stopped { kPrecision, kEvents, kDuration, kInterrupted };

struct WorkloadOutcome {
  std::uint64_t arrived = 0;
  std::uint64_t completed = 0;
  bool growing = false;  ///< its queue grew without end, or all the time that a run had which was cut short
  std::optional<LatencySummary> latency;
};

struct Outcome {
  std::vector<WorkloadOutcome> workloads;
  std::vector<share::Usage> gpus;
  Time end{};
  Stopped stopped = Stopped::kPrecision;
  std::uint64_t events = 0;
};

/// Runs one system to its end. Deterministic and single-threaded; memory is O(pods + requests in system).
Outcome run(const SystemSpec& spec, const StopRule& rule);

}  // namespace libsched::actors
