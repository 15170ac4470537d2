#pragma once

#include <array>
#include <vector>

#include <libsched/base/random.hpp>
#include <libsched/hw/ring.hpp>
#include <libsched/share/bursts.hpp>
#include <libsched/share/mode.hpp>
#include <libsched/share/ring.hpp>
#include <libsched/share/switch_costs.hpp>

namespace libsched::share {

/// One set of time-slicing parameters: a profile with every estimate decided.
struct SlicingParameters {
  Duration slice{};
  Duration preempt{};
  Duration voluntary{};
  Duration idle{};
  Duration refill{};
  Duration idle_gap{};
  Duration switch_jitter{};  ///< standard deviation of each switch
  hw::Ring ring = hw::Ring::kCreation;
};

/// Time-slicing, slice by slice: every slice end and switch is a change of its own. Slow and obvious on purpose: it is
/// the oracle of every faster engine. Rules and their sources: docs/models/time-slicing.md.
class TimeSlicing final : public Mode {
 public:
  /// `jitter_key` keys the draws of the switch jitter; unused where that is zero.
  TimeSlicing(std::size_t tenants, const SlicingParameters& parameters, RandomKey jitter_key);

  void submit(Time now, Slot slot, Duration work) override;
  double rate(Slot slot) const override { return phase_ == Phase::kRun && slot == resident_ ? 1.0 : 0.0; }
  Usage usage(Time now) const override;

 private:
  Slot apply(Time horizon) override;
  enum class Phase { kIdle, kRun, kHold, kSwitch };

  bool step();
  bool end_of_run(Time now);
  void end_burst(Time now);
  void enter(Phase phase, Time now, Time until);
  void report_span(Time now) const;
  void start_slice(Time now);
  void run(Time now);
  void begin_switch(Time now, Slot target, Duration cost);
  void run_dry(Time now);

  SlicingParameters parameters_;
  SwitchCosts costs_;
  std::vector<Bursts> bursts_;
  Ring ring_;  ///< who waits; never the resident while it runs, never the target of a switch
  Phase phase_ = Phase::kIdle;
  Slot resident_ = kNobody;
  Slot target_ = kNobody;
  Time slice_end_{};
  Duration refill_left_{};           ///< of the resident, before its work progresses
  std::array<Duration, 4> spent_{};  ///< by phase, up to `since_`
};

}  // namespace libsched::share
