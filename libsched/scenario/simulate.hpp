#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <libsched/scenario/report.hpp>
#include <libsched/scenario/scenario.hpp>
#include <libsched/scenario/system_spec.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::scenario {

/// What a caller may want while a simulation runs.
struct Hooks {
  const std::atomic<bool>* interrupt = nullptr;                     ///< once true, stop and report what is done
  std::function<void(double fraction)> progress;                    ///< called now and then, from the calling thread
  std::function<share::SpanObserver*(std::uint32_t gpu)> observer;  ///< nominal run only; may return null
  /// A workload whose p99 is surely beyond this multiple of its SLO needs no precision: it misses, by whatever it is.
  double hopeless = std::numeric_limits<double>::infinity();
  /// Whether the report tells what the workloads do not state. False for who changed them and tells it of the file.
  bool tell_unstated = true;
  /// By workload: whether its latencies are asked for; runs are as long as those need. Empty: of all.
  std::vector<bool> judged;
  /// Relative half-width that is enough for the runs beyond the nominal one, which find how far parameters move a p99,
  /// where that is clear of its SLO by more than this. 0: they need run.precision.
  double ends_if_clear = 0;
};

/// The pods that start on their devices, in the order of their slots: all that are placed but those that find no memory
/// or no MPS client.
Placement running_pods(const Scenario& scenario);

/// What to call each tenant, by device and slot: "detector-2", "detector-2 process 1".
std::vector<std::vector<std::string>> tenant_names(const Scenario& scenario);

/// Runs the scenario and what its intervals need. Deterministic: same scenario, same report. Single-threaded.
Report simulate(const Scenario& scenario, const Hooks& hooks = {});

}  // namespace libsched::scenario
