#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <libsched/base/result.hpp>

namespace libsched::scenario {

/// A result of the nominal run, and the extremes over the 95 % intervals of all runs (design section 7).
/// `high` is infinite (null in JSON) where the queue grows without end at one end of the parameters.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// Response time at the pod: waiting there, host and GPU, in milliseconds.
struct LatencyReport {
  Interval mean, p50, p90, p95, p99, max;
};

struct SloReport {
  double p99_ms = 0;
  bool met = false;     ///< the nominal p99 is within the target
  bool robust = false;  ///< so is its `high`
};

struct WorkloadReport {
  std::string name;
  int pods = 0;                 ///< pods that run
  int pending = 0;              ///< pods that found no slot
  int crashing = 0;             ///< pods that have a slot and cannot start: no memory, no MPS client
  std::uint64_t completed = 0;  ///< every completion of the nominal run, warm-up included
  Interval throughput_per_s;
  std::optional<LatencyReport> latency_ms;  ///< none where unstable or nothing completed
  bool stable = true;
  double gpu_share = 0;            ///< GPU time that its requests had, alone on their devices, over that of all devices
  std::optional<double> slowdown;  ///< mean latency over the mean of one request alone on its device
  std::optional<SloReport> slo;
  std::vector<std::pair<double, double>>
      distribution_ms;  ///< (fraction of requests, at most this many ms), nominal run
};

/// One instance that MIG made of a GPU.
struct InstanceReport {
  std::string profile;
  std::string mode;
  int replicas = 1;
  int tenants = 0;
  double busy_fraction = 0;  ///< the three add up to 1
  double switch_fraction = 0;
  double idle_fraction = 1;
  double share = 1;  ///< of the card's compute
  std::optional<double> memory_used_mib;
  std::optional<double> memory_total_mib;
};

struct GpuReport {
  std::string model;
  int tenants = 0;
  double busy_fraction = 0;  ///< the three add up to 1
  double switch_fraction = 0;
  double idle_fraction = 0;
  std::optional<double> memory_used_mib;  ///< peak with contexts; none where no workload states its memory
  std::optional<double> memory_total_mib;
  std::vector<InstanceReport> mig;  ///< its instances; then the fractions above are means over its compute slices
};

/// What a day does to memory.
struct MemoryReport {
  int safe_replicas = 0;               ///< pods that fit on one device whichever of them meet
  double oom_probability_per_day = 0;  ///< given how well the size of a CUDA context is known
  std::optional<double> first_oom_s;   ///< at the nominal size; none: nobody runs out
};

struct EventReport {
  double time_s = 0;
  std::string kind;  ///< oom | restart | pending | ...
  std::string workload;
  int pod = 0;
  std::string detail;
};

struct Report {
  std::string gpu;
  std::string instance;
  std::string mode;
  int replicas = 1;
  std::vector<WorkloadReport> workloads;
  std::vector<GpuReport> gpus;
  std::optional<MemoryReport> memory;  ///< none where no workload states its memory
  std::vector<EventReport> events;
  std::uint64_t seed = 0;
  double virtual_s = 0;
  std::string engine;                    ///< stepping | skipping; empty where there are no slices
  std::string stopped;                   ///< precision | events | duration | interrupted
  std::vector<std::string> assumptions;  ///< every parameter nobody measured on this card
  Issues notes;
};

/// The JSON document of `slicewise simulate --json` (schema slicewise.simulate/1), ending in a newline.
std::string to_json(const Report& report);

/// The same for people: the first line is the verdict.
std::string to_text(const Report& report);

}  // namespace libsched::scenario
