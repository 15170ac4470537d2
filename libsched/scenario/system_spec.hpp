#pragma once

#include <string>
#include <vector>

#include <libsched/actors/system.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// A system with every uncertain parameter decided: nominal, or one of them at the end of its range.
enum class Variant {
  kNominal,
  kSliceLow,
  kSliceHigh,
  kSwitchLow,
  kSwitchHigh,
  kBurstsFewer,  ///< where nobody gave the number of bursts: a third of it
  kBurstsMore,   ///< three times as many
  kWidthLow,     ///< MPS: clients slow each other down least
  kWidthHigh,
  kInstanceFast,  ///< MIG: an instance is as fast as it may be
  kInstanceSlow,
  kOtherPhases  ///< all nominal, and the pods that ask at a fixed rate start at other moments
};

/// The variants worth running: nominal first, then those whose parameters are uncertain and matter in this mode, then
/// other phases where they matter, once for each draw of them.
std::vector<Variant> variants(const Scenario& scenario);

/// The time-slicing parameters of one variant.
share::SlicingParameters slicing_parameters(const hw::GpuProfile& profile, Variant variant);

/// How this scenario's slices are advanced: skipped unless the file asks for stepping, or switches vary too much.
share::Slices slices(const Scenario& scenario);

/// Where every pod goes: to the device with fewest tenants, the first on ties, as long as a slot is free.
struct Placement {
  std::vector<actors::PodSpec> pods;
  std::vector<int> pending;   ///< pods without a slot, by workload
  std::vector<int> crashing;  ///< pods with a slot that cannot start, by workload
};
Placement place(const Scenario& scenario);

/// Whether requests meet that come at fixed intervals, each stream with a phase that it keeps for the whole run: on one
/// device, or on the CPUs of one node that are too few for all.
bool phases_meet(const Scenario& scenario, const Placement& placement);

/// One workload's part in the verdict on stability.
struct LoadVerdict {
  bool stable = true;
  bool certain = false;  ///< no simulation can tell otherwise
  std::string reason;
};

/// What the closed forms say before anything is simulated; certain where they say unstable.
std::vector<LoadVerdict> judge_load(const Scenario& scenario, const Placement& placement, Variant variant);

/// The system of one variant. Workloads that `verdicts` call unstable become stand-ins that always have work, which is
/// what their neighbours see.
actors::SystemSpec system_spec(const Scenario& scenario, const Placement& placement,
                               const std::vector<LoadVerdict>& verdicts, Variant variant);

}  // namespace libsched::scenario
