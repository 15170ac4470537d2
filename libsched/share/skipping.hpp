#pragma once

#include <cstdint>
#include <vector>

#include <libsched/share/bursts.hpp>
#include <libsched/share/cycle.hpp>
#include <libsched/share/mode.hpp>
#include <libsched/share/switch_costs.hpp>
#include <libsched/share/time_slicing.hpp>
#include <libsched/share/turns_ahead.hpp>

namespace libsched::share {

/// Time-slicing without the slices: between two bursts that begin or end, turns of the ring are all alike, so where the
/// ring stands at any time, and which burst ends next and when, is a division away. Answers equal those of TimeSlicing
/// to the nanosecond, or in distribution where switches vary; the cost of a burst is O(tenants that have work),
/// whatever its length or that of a slice. Equations: docs/models/time-slicing.md, "Skipping".
class SkippingTimeSlicing final : public Mode {
 public:
  /// Precondition: can_skip(parameters). `jitter_key` keys the draws of switches that vary.
  SkippingTimeSlicing(std::size_t tenants, const SlicingParameters& parameters, RandomKey jitter_key);

  void submit(Time now, Slot slot, Duration work) override;
  void catch_up(Time now) override;
  double rate(Slot slot) const override;
  Usage usage(Time now) const override;

 private:
  Slot apply(Time horizon) override;
  enum class Phase {
    kIdle,
    kTurns,     ///< the head's turn and all that follow are alike; the cycle knows what everybody needs
    kOddSlice,  ///< the head's burst began within its slice, or the slice renewed: `left_` is what it needs
    kHold,
  };

  bool alone() const { return cycle_.size() == 1; }
  Time slice_end() const { return turn_begin_ + parameters_.slice; }
  TurnsLeft turns(Duration work) const;

  void run(Time now, Duration work);
  void begin_switch(Time now, Duration cost);
  /// Ends the switch to the head, if it has ended by `now`.
  void end_switch(Time now) {
    const bool ends = (since_ < turn_begin_) & (turn_begin_ <= now);
    if (observer_ != nullptr && ends) report(Span::Kind::kSwitch, since_, turn_begin_);
    since_ = ends ? turn_begin_ : since_;
  }
  void run_to_end(Time now);
  void end_burst(Time now);
  void end_hold(Time now);
  void run_dry(Time now);
  void renew(Time now);
  void report_turns(std::int64_t turns);
  void draw_turns();
  void pass(const TurnsAhead::Passed& turns, Time now);
  void pass_all(Time now);
  void pass_varying(Time now);
  void report_varying(std::int64_t turns, Duration switches);
  void predict();
  void predict_end_of_turns();
  void report(Span::Kind kind, Time begin, Time end) const {
    if (observer_ != nullptr && begin < end) observer_->on_span({kind, cycle_.head(), begin, end});
  }
  void report_turns(Time begin, std::int64_t count, Duration cost);

  SlicingParameters parameters_;
  Duration per_turn_;         ///< progress of a full slice after its refill
  Duration turn_length_;      ///< a full slice and the switch before it, where that does not vary
  std::int64_t safe_rounds_;  ///< so many rounds ahead, no sum overflows
  SwitchCosts costs_;
  bool turns_vary_;
  TurnsAhead ahead_;            ///< where turns vary: up to the one in which the next burst ends
  std::vector<Bursts> bursts_;  ///< `left()` of the oldest is its whole work
  Cycle cycle_;                 ///< its head is the resident, or the target of the switch
  Phase phase_ = Phase::kIdle;  ///< since `since_`; in kTurns the head's switch, or its slice, has gone on since then
  Time turn_begin_{};           ///< of the head's slice; in kTurns the switch to it ends here
  Duration left_{};             ///< work of the head at `since_`, in kOddSlice: there the refill is over
  // What is not switching or idle is busy.
  std::int64_t preemptions_ = 0;
  Duration other_switching_{};  ///< also of a switch that has not ended
  Duration idle_{};             ///< up to `since_`
  std::vector<Slot> order_;     ///< scratch of report_turns
  SwitchCosts shown_costs_;     ///< what an observer is shown of turns that vary is drawn apart: it changes no run
};

/// True where turns are alike, or vary no more than their sum can be divided.
bool can_skip(const SlicingParameters& parameters);

}  // namespace libsched::share
