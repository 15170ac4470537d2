#include <libsched/share/time_slicing.hpp>

#include <algorithm>

#include <libsched/base/assert.hpp>

namespace libsched::share {

TimeSlicing::TimeSlicing(std::size_t tenants, const SlicingParameters& parameters, RandomKey jitter_key)
    : parameters_{parameters},
      costs_{parameters.switch_jitter, jitter_key},
      bursts_(tenants),
      ring_{parameters.ring, tenants} {
  LIBSCHED_ASSERT(parameters.slice > parameters.refill, "a slice that only refills never makes progress");
}

inline void TimeSlicing::enter(Phase phase, Time now, Time until) {
  if (observer_ != nullptr) report_span(now);
  spent_[static_cast<std::size_t>(phase_)] += now - since_;
  phase_ = phase;
  since_ = now;
  next_ = until;
}

void TimeSlicing::report_span(Time now) const {
  if (phase_ == Phase::kIdle || now == since_) return;
  const Span::Kind kind = phase_ == Phase::kRun      ? Span::Kind::kRun
                          : phase_ == Phase::kSwitch ? Span::Kind::kSwitch
                                                     : Span::Kind::kHold;
  observer_->on_span({kind, phase_ == Phase::kSwitch ? target_ : resident_, since_, now});
}

inline void TimeSlicing::start_slice(Time now) {
  slice_end_ = now + parameters_.slice;
  run(now);
}

inline void TimeSlicing::run(Time now) {
  enter(Phase::kRun, now, std::min(now + refill_left_ + bursts_[resident_].left(), slice_end_));
}

inline void TimeSlicing::begin_switch(Time now, Slot target, Duration cost) {
  enter(Phase::kSwitch, now, now + costs_.one(cost));
  target_ = target;
}

inline void TimeSlicing::run_dry(Time now) {
  if (ring_.empty()) {
    enter(Phase::kIdle, now, kNever);
  } else {
    begin_switch(now, ring_.take_next(resident_), parameters_.voluntary);
  }
}

void TimeSlicing::submit(Time now, Slot slot, Duration work) {
  const bool was_runnable = !bursts_[slot].empty();
  bursts_[slot].push(work);
  if (was_runnable) return;
  switch (phase_) {
    case Phase::kIdle:
      if (resident_ == slot || resident_ == kNobody) {
        resident_ = slot;
        start_slice(now);
      } else {
        begin_switch(now, slot, parameters_.idle);
      }
      break;
    case Phase::kHold:
      if (resident_ == slot) {
        run(now);  // within the slice it held
      } else {
        ring_.join(slot);
      }
      break;
    case Phase::kRun:
      ring_.join(slot);
      break;
    case Phase::kSwitch:
      if (target_ != slot) ring_.join(slot);
      break;
  }
}

Slot TimeSlicing::apply(Time horizon) {
  do {
    const Slot resident = resident_;
    if (step()) return resident;
  } while (next_ < horizon);
  return kNobody;
}

/// One change; true when it ended a burst of the resident.
inline bool TimeSlicing::step() {
  const Time now = next_;
  ++changes_;
  if (phase_ == Phase::kRun) return end_of_run(now);
  if (phase_ == Phase::kHold) {
    run_dry(now);
    return false;
  }
  LIBSCHED_ASSERT(phase_ == Phase::kSwitch, "an idle GPU changes only by a submission");
  resident_ = target_;
  refill_left_ = parameters_.refill;
  if (bursts_[resident_].empty()) {
    run_dry(now);
  } else {
    start_slice(now);
  }
  return false;
}

inline bool TimeSlicing::end_of_run(Time now) {
  Bursts& bursts = bursts_[resident_];
  const Duration ran = now - since_;
  const Duration refilled = std::min(ran, refill_left_);
  refill_left_ -= refilled;
  bursts.progress(ran - refilled);
  if (bursts.empty()) {  // also when the slice ends at this instant: then it is a burst end
    end_burst(now);
    return true;
  }
  if (ring_.empty()) {
    start_slice(now);  // nobody waits: the slice renews on the same grid, at no cost
  } else {
    begin_switch(now, ring_.pass_on(resident_), parameters_.preempt);
  }
  return false;
}

void TimeSlicing::end_burst(Time now) {
  Bursts& bursts = bursts_[resident_];
  bursts.finish();
  if (!bursts.empty()) {
    run(now);  // another stream had submitted before
  } else if (parameters_.idle_gap > Duration::zero() && now < slice_end_) {
    enter(Phase::kHold, now, std::min(now + parameters_.idle_gap, slice_end_));
  } else {
    run_dry(now);
  }
}

Usage TimeSlicing::usage(Time now) const {
  auto spent = spent_;
  spent[static_cast<std::size_t>(phase_)] += now - since_;
  const auto in = [&](Phase phase) { return spent[static_cast<std::size_t>(phase)]; };
  return {in(Phase::kRun), in(Phase::kSwitch), in(Phase::kIdle) + in(Phase::kHold)};
}

}  // namespace libsched::share
