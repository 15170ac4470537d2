#pragma once

#include <cstdint>
#include <vector>

#include <libsched/share/bursts.hpp>
#include <libsched/share/cycle.hpp>
#include <libsched/share/mode.hpp>
#include <libsched/share/time_slicing.hpp>

namespace libsched::share {

/// Time-slicing without the slices: between two bursts that begin or end, turns of the ring are all alike, so where the
/// ring stands at any time, and which burst ends next and when, is a division away. Answers equal those of TimeSlicing
/// to the nanosecond; the cost of a burst is O(tenants that have work), whatever its length or that of a slice.
/// Equations: docs/models/time-slicing.md, "Skipping".
class SkippingTimeSlicing final : public Mode {
 public:
  /// Precondition: can_skip(parameters).
  SkippingTimeSlicing(std::size_t tenants, const SlicingParameters& parameters);

  void submit(Time now, Slot slot, Duration work) override;
  /// When the next burst ends, or a dry tenant gives up the GPU: slices and switches in between are not changes.
  Time next_change() const override { return next_; }
  std::optional<Slot> change(Time horizon) override;
  void catch_up(Time now) override;
  Time now() const override { return since_; }
  double rate(Slot slot) const override { return phase_ == Phase::kRun && slot == cycle_.head() ? 1.0 : 0.0; }
  Usage usage(Time now) const override;

 private:
  enum class Phase { kIdle, kRun, kHold, kSwitch };

  bool alone() const { return cycle_.size() == 1; }
  /// How far the head's work gets in what remains of its slice.
  Duration rest_of_slice() const { return slice_end_ - since_ - refill_left_; }
  TurnsLeft turns(Duration work) const;

  void run(Time now, Duration work);
  void start_turn(Time now);
  void end_switch();
  void begin_switch(Time now, Duration cost);
  void end_burst(Time now);
  void end_hold(Time now);
  void run_dry(Time now);
  void renew(Time now);
  void turn(std::int64_t turns);
  void turn_to_end();
  void preempt();
  void count_turns_of_head();
  void predict();
  void predict_end_of_turns(Time turn_begin);
  void report(Span::Kind kind, Time begin, Time end) const {
    if (observer_ != nullptr && begin < end) observer_->on_span({kind, cycle_.head(), begin, end});
  }
  void report_turns(Time begin, std::int64_t count, Duration cost);

  SlicingParameters parameters_;
  Duration per_turn_;           ///< progress of a full slice after its refill
  Duration turn_length_;        ///< a full slice and the switch before it
  std::int64_t safe_rounds_;    ///< so many rounds ahead, no sum overflows
  std::vector<Bursts> bursts_;  ///< `left()` of the oldest is its whole work
  Cycle cycle_;                 ///< its head is the resident, or the target of the switch
  Phase phase_ = Phase::kIdle;
  bool counted_ = false;  ///< the cycle knows how many turns the running head needs
  Time since_{};          ///< when the phase began
  Time slice_end_{};      ///< of the head: while it runs or holds
  Time switch_end_{};     ///< while it is switched in
  Duration left_{};       ///< work of the head at `since_`, while it runs
  Duration refill_left_{};
  Time next_ = kNever;
  Usage spent_;              ///< up to `since_`
  std::vector<Slot> order_;  ///< scratch of report_turns
};

/// True where all turns are alike. Where each switch draws its own jitter they are not: then every slice must be seen.
bool can_skip(const SlicingParameters& parameters);

}  // namespace libsched::share
