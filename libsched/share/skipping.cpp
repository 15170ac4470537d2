#include <libsched/share/skipping.hpp>

#include <algorithm>

#include <libsched/base/assert.hpp>

namespace libsched::share {

namespace {

/// Later than any run gets, but not "never": a burst that needs so many turns that 64 bits cannot hold its end.
constexpr Time kBeyond = kNever - Duration{1};
constexpr double kBeyondNs = 9e18;
/// This far ahead of a run's end, 200 years at most, 64 bits suffice.
constexpr double kSafeNs = 2.5e18;

}  // namespace

bool can_skip(const SlicingParameters& parameters) {
  const bool costs = std::max({parameters.preempt, parameters.voluntary, parameters.idle}) > Duration::zero();
  return parameters.switch_jitter == Duration::zero() || !costs;
}

SkippingTimeSlicing::SkippingTimeSlicing(std::size_t tenants, const SlicingParameters& parameters)
    : parameters_{parameters},
      per_turn_{parameters.slice - parameters.refill},
      turn_length_{parameters.slice + parameters.preempt},
      safe_rounds_{static_cast<std::int64_t>(kSafeNs / static_cast<double>(turn_length_.count()) /
                                             static_cast<double>(std::max<std::size_t>(tenants, 1)))},
      bursts_(tenants),
      cycle_{parameters.ring, tenants} {
  LIBSCHED_ASSERT(parameters.slice > parameters.refill, "a slice that only refills never makes progress");
  LIBSCHED_ASSERT(can_skip(parameters), "turns that differ cannot be skipped");
}

/// How many full turns take `work` > 0.
inline TurnsLeft SkippingTimeSlicing::turns(Duration work) const {
  const std::int64_t before_last = (work - Duration{1}) / per_turn_;
  return {before_last + 1, work - before_last * per_turn_};
}

/// The head's own turn, wherever in its slice it is.
inline void SkippingTimeSlicing::run(Time now, Duration work) {
  phase_ = Phase::kRun;
  since_ = now;
  left_ = work;
  counted_ = false;
}

/// A full turn of the head, of which the cycle knows what is left.
inline void SkippingTimeSlicing::start_turn(Time now) {
  const TurnsLeft left = cycle_.left_of_head();
  phase_ = Phase::kRun;
  since_ = now;
  slice_end_ = now + parameters_.slice;
  refill_left_ = parameters_.refill;
  left_ = per_turn_ * (left.turns - 1) + left.last;
  counted_ = true;
}

inline void SkippingTimeSlicing::begin_switch(Time now, Duration cost) {
  phase_ = Phase::kSwitch;
  since_ = now;
  switch_end_ = now + cost;
}

inline void SkippingTimeSlicing::end_switch() {
  spent_.switching += switch_end_ - since_;
  report(Span::Kind::kSwitch, since_, switch_end_);
  start_turn(switch_end_);
}

inline void SkippingTimeSlicing::run_dry(Time now) {
  if (alone()) {
    phase_ = Phase::kIdle;
    since_ = now;
    cycle_.idle_head();
  } else {
    cycle_.leave();
    begin_switch(now, parameters_.voluntary);
  }
}

inline void SkippingTimeSlicing::end_hold(Time now) {
  spent_.idle += now - since_;
  report(Span::Kind::kHold, since_, now);
}

inline void SkippingTimeSlicing::end_burst(Time now) {
  Bursts& bursts = bursts_[cycle_.head()];
  spent_.busy += now - since_;
  report(Span::Kind::kRun, since_, now);
  refill_left_ = Duration::zero();
  bursts.finish();
  if (!bursts.empty()) {
    run(now, bursts.left());  // another stream had submitted before
  } else if (parameters_.idle_gap > Duration::zero() && now < slice_end_) {
    phase_ = Phase::kHold;
    since_ = now;
    cycle_.idle_head();
  } else {
    run_dry(now);
  }
}

/// How many turns the head needs after the slice that it has, which was not a full one from the start.
inline void SkippingTimeSlicing::count_turns_of_head() {
  cycle_.set_left_of_head(turns(left_ - rest_of_slice()));
  counted_ = true;
}

/// Nobody waits: the slice renews on the same grid.
void SkippingTimeSlicing::renew(Time now) {
  const std::int64_t slices = (now - slice_end_) / parameters_.slice;
  const Time begin = slice_end_ + slices * parameters_.slice;
  report(Span::Kind::kRun, since_, slice_end_);
  report_turns(slice_end_, slices, Duration::zero());
  left_ -= begin - since_ - refill_left_;
  refill_left_ = Duration::zero();
  spent_.busy += begin - since_;
  since_ = begin;
  slice_end_ = begin + parameters_.slice;
  counted_ = false;
}

/// From the head's slice to the one `turns` >= 1 later. Nobody's burst ends on the way.
inline void SkippingTimeSlicing::turn(std::int64_t turns) {
  const Time begin = slice_end_ + turns * turn_length_ - parameters_.slice;
  spent_.busy += slice_end_ - since_ + (turns - 1) * parameters_.slice;
  spent_.switching += turns * parameters_.preempt;
  if (observer_ != nullptr) {
    report(Span::Kind::kRun, since_, slice_end_);
    report_turns(slice_end_, turns - 1, parameters_.preempt);
  }
  cycle_.turn(turns);
  report(Span::Kind::kSwitch, begin - parameters_.preempt, begin);
  start_turn(begin);
}

/// The head's slice has ended; the switch after it has not.
inline void SkippingTimeSlicing::preempt() {
  report(Span::Kind::kRun, since_, slice_end_);
  spent_.busy += slice_end_ - since_;
  cycle_.turn(1);
  begin_switch(slice_end_, parameters_.preempt);
}

/// Everything that happens by itself up to and including `now`. What happens at next_change() itself is for change().
void SkippingTimeSlicing::catch_up(Time now) {
  if (phase_ == Phase::kIdle || phase_ == Phase::kHold) return;
  if (phase_ == Phase::kSwitch) {
    if (now < switch_end_) return;
    end_switch();
  }
  // A burst's end at a slice's end is the burst's end: look at the instant before it.
  now = std::min(now, next_ - Duration{1});
  if (now < slice_end_) return;
  if (alone()) {
    renew(now);
    return;
  }
  // After the slice's end come switch, slice, switch, slice ...
  const Duration elapsed = now - slice_end_;
  const std::int64_t turns = elapsed < turn_length_ ? 0 : elapsed / turn_length_;
  if (elapsed - turns * turn_length_ >= parameters_.preempt) {
    turn(turns + 1);
  } else {
    if (turns > 0) turn(turns);
    preempt();
  }
}

/// To the slice in which the burst that ends next ends, at next_change().
inline void SkippingTimeSlicing::turn_to_end() {
  if (phase_ == Phase::kSwitch) end_switch();
  if (next_ <= slice_end_) return;
  if (alone()) {
    renew(next_ - Duration{1});
  } else {
    turn(cycle_.turns_to_first());
  }
}

std::optional<Slot> SkippingTimeSlicing::change(Time horizon) {
  do {
    ++changes_;
    const Time now = next_;
    LIBSCHED_ASSERT(phase_ != Phase::kIdle, "an idle GPU changes only by a submission");
    if (phase_ != Phase::kHold) {
      turn_to_end();
      const Slot slot = cycle_.head();
      end_burst(now);
      predict();
      return slot;
    }
    end_hold(now);
    run_dry(now);
    predict();
  } while (next_ < horizon);
  return std::nullopt;
}

void SkippingTimeSlicing::submit(Time now, Slot slot, Duration work) {
  catch_up(now);
  const bool was_runnable = !bursts_[slot].empty();
  bursts_[slot].push(work);
  if (was_runnable) return;
  if (phase_ == Phase::kRun || phase_ == Phase::kSwitch) {
    cycle_.join(slot, turns(work));
  } else if (phase_ == Phase::kHold && cycle_.head() != slot) {
    cycle_.join(slot, turns(work));
    return;  // the hold ends as before
  } else if (phase_ == Phase::kHold) {
    end_hold(now);
    run(now, work);  // within the slice it held
  } else {
    spent_.idle += now - since_;
    if (cycle_.size() == 0) cycle_.join(slot, {});
    if (cycle_.head() == slot) {
      slice_end_ = now + parameters_.slice;
      run(now, work);
    } else {
      cycle_.replace_head(slot, turns(work));
      begin_switch(now, parameters_.idle);
    }
  }
  predict();
}

/// Finds the next change. Everything between it and now is turns that are all alike.
void SkippingTimeSlicing::predict() {
  switch (phase_) {
    case Phase::kIdle:
      next_ = kNever;
      return;
    case Phase::kHold:
      next_ = std::min(since_ + parameters_.idle_gap, slice_end_);
      return;
    case Phase::kRun:
      if (alone() || left_ <= rest_of_slice()) {
        next_ = since_ + refill_left_ + left_;
        return;
      }
      if (!counted_) count_turns_of_head();
      predict_end_of_turns(slice_end_ - parameters_.slice);
      return;
    case Phase::kSwitch:
      if (alone()) {
        const TurnsLeft left = cycle_.left_of_head();
        next_ = switch_end_ + parameters_.refill + per_turn_ * (left.turns - 1) + left.last;
        return;
      }
      predict_end_of_turns(switch_end_);
      return;
  }
}

/// The head's turn begins, or has begun, at `turn_begin`.
inline void SkippingTimeSlicing::predict_end_of_turns(Time turn_begin) {
  cycle_.find_first();
  if (cycle_.rounds_to_first() < safe_rounds_) {
    next_ = turn_begin + cycle_.turns_to_first() * turn_length_ + parameters_.refill + cycle_.last_of_first();
    return;
  }
  const double most_turns = static_cast<double>(cycle_.rounds_to_first() + 1) * static_cast<double>(cycle_.size());
  const double latest_ns = static_cast<double>(turn_begin.time_since_epoch().count()) +
                           most_turns * static_cast<double>(turn_length_.count());
  next_ = latest_ns > kBeyondNs
              ? kBeyond
              : turn_begin + cycle_.turns_to_first() * turn_length_ + parameters_.refill + cycle_.last_of_first();
}

Usage SkippingTimeSlicing::usage(Time now) const {
  Usage usage = spent_;
  Time since = since_;
  Time slice_end = slice_end_;
  if (phase_ == Phase::kIdle || phase_ == Phase::kHold) {
    usage.idle += now - since;
    return usage;
  }
  if (phase_ == Phase::kSwitch) {
    usage.switching += std::min(now, switch_end_) - since;
    if (now <= switch_end_) return usage;
    since = switch_end_;
    slice_end = since + parameters_.slice;
  }
  if (alone() || now <= slice_end) {
    usage.busy += now - since;
    return usage;
  }
  const Duration elapsed = now - slice_end;
  const std::int64_t turns = elapsed / turn_length_;
  const Duration into_turn = elapsed - turns * turn_length_;
  const Duration switching = turns * parameters_.preempt + std::min(into_turn, parameters_.preempt);
  usage.switching += switching;
  usage.busy += slice_end - since + elapsed - switching;
  return usage;
}

void SkippingTimeSlicing::report_turns(Time begin, std::int64_t count, Duration cost) {
  if (observer_ == nullptr || count <= 0) return;
  cycle_.after_head(order_);
  observer_->on_turns({begin, order_, parameters_.slice, cost, count});
}

}  // namespace libsched::share
