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

RandomKey apart_from(RandomKey key) {
  return {std::uint64_t{key.words()[0]} << 32 | key.words()[1], 1};
}

}  // namespace

bool can_skip(const SlicingParameters& parameters) {
  const SwitchCosts costs{parameters.switch_jitter, RandomKey{0, 0}};
  return !costs.vary(parameters.preempt) || costs.variation(parameters.preempt) <= SwitchCosts::kMostDivided;
}

SkippingTimeSlicing::SkippingTimeSlicing(std::size_t tenants, const SlicingParameters& parameters, RandomKey jitter_key)
    : parameters_{parameters},
      per_turn_{parameters.slice - parameters.refill},
      turn_length_{parameters.slice + parameters.preempt},
      safe_rounds_{static_cast<std::int64_t>(kSafeNs / static_cast<double>(turn_length_.count()) /
                                             static_cast<double>(std::max<std::size_t>(tenants, 1)))},
      costs_{parameters.switch_jitter, jitter_key},
      turns_vary_{costs_.vary(parameters.preempt)},
      ahead_{parameters.slice, parameters.preempt, costs_},
      bursts_(tenants),
      cycle_{parameters.ring, tenants},
      shown_costs_{parameters.switch_jitter, apart_from(jitter_key)} {
  LIBSCHED_ASSERT(parameters.slice > parameters.refill, "a slice that only refills never makes progress");
  LIBSCHED_ASSERT(can_skip(parameters), "turns that vary too much cannot be divided");
}

/// How many full turns take `work` > 0.
inline TurnsLeft SkippingTimeSlicing::turns(Duration work) const {
  const std::int64_t before_last = (work - Duration{1}) / per_turn_;
  return {before_last + 1, work - before_last * per_turn_};
}

double SkippingTimeSlicing::rate(Slot slot) const {
  const bool runs = phase_ == Phase::kOddSlice || (phase_ == Phase::kTurns && since_ >= turn_begin_);
  return runs && slot == cycle_.head() ? 1.0 : 0.0;
}

/// The head goes on within its slice.
inline void SkippingTimeSlicing::run(Time now, Duration work) {
  phase_ = Phase::kOddSlice;
  since_ = now;
  left_ = work;
}

/// To the head, of whom the cycle knows what it needs.
inline void SkippingTimeSlicing::begin_switch(Time now, Duration cost) {
  phase_ = Phase::kTurns;
  since_ = now;
  turn_begin_ = now + costs_.one(cost);
  other_switching_ += turn_begin_ - now;
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
  idle_ += now - since_;
  report(Span::Kind::kHold, since_, now);
}

inline void SkippingTimeSlicing::end_burst(Time now) {
  Bursts& bursts = bursts_[cycle_.head()];
  report(Span::Kind::kRun, since_, now);
  bursts.finish();
  if (!bursts.empty()) {
    run(now, bursts.left());  // another stream had submitted before
  } else if (parameters_.idle_gap > Duration::zero() && now < slice_end()) {
    phase_ = Phase::kHold;
    since_ = now;
    cycle_.idle_head();
  } else {
    run_dry(now);
  }
}

/// Nobody waits: the slice renews on the same grid, the last time at or before `now` >= slice_end().
void SkippingTimeSlicing::renew(Time now) {
  if (phase_ == Phase::kTurns) {
    const TurnsLeft left = cycle_.left_of_head();
    left_ = parameters_.refill + per_turn_ * (left.turns - 1) + left.last;
  }
  const std::int64_t slices = (now - slice_end()) / parameters_.slice;
  const Time begin = slice_end() + slices * parameters_.slice;
  report(Span::Kind::kRun, since_, slice_end());
  report_turns(slice_end(), slices, Duration::zero());
  left_ -= begin - since_;
  phase_ = Phase::kOddSlice;
  since_ = turn_begin_ = begin;
}

/// Reports the rest of the head's slice and everything up to the switch before the slice `turns` >= 1 later.
void SkippingTimeSlicing::report_turns(std::int64_t turns) {
  report(Span::Kind::kRun, since_, slice_end());
  report_turns(slice_end(), turns - 1, parameters_.preempt);
}

/// Everything that happens by itself up to and including `now`. What happens at next_change() itself is for change().
void SkippingTimeSlicing::catch_up(Time now) {
  if (phase_ == Phase::kIdle || phase_ == Phase::kHold) return;
  // A burst's end at a slice's end is the burst's end: look at the instant before it.
  const Time before_next = std::min(now, next_ - Duration{1});
  if (alone()) {
    end_switch(now);
    if (before_next >= slice_end()) renew(before_next);
    return;
  }
  end_switch(before_next);
  if (turns_vary_) {
    pass_varying(before_next);
    return;
  }
  // After the slice's end come switch, slice, switch, slice ... How many have come is nobody's guess: no branch on it.
  const Duration into_turns = std::max(before_next - slice_end() + turn_length_, Duration::zero());
  const std::int64_t turns = into_turns / turn_length_;
  if (observer_ != nullptr && turns > 0) report_turns(turns);
  turn_begin_ += turns * turn_length_;
  preemptions_ += turns;
  cycle_.turn(turns);
  since_ = turns > 0 ? turn_begin_ - parameters_.preempt : since_;
  end_switch(before_next);
}

/// To the slice in which the burst that ends next ends, at `now`.
inline void SkippingTimeSlicing::run_to_end(Time now) {
  end_switch(turn_begin_);
  if (alone() || phase_ != Phase::kTurns) {
    if (now > slice_end()) renew(now - Duration{1});
    return;
  }
  if (turns_vary_) {
    if (ahead_.turns() > 0) pass_all(now);
    return;
  }
  const std::int64_t turns = cycle_.turns_to_first();
  if (observer_ != nullptr && turns > 0) report_turns(turns);
  turn_begin_ += turns * turn_length_;
  preemptions_ += turns;
  cycle_.turn_to_first();
  since_ = turns > 0 ? turn_begin_ - parameters_.preempt : since_;
  end_switch(turn_begin_);
}

Slot SkippingTimeSlicing::apply(Time horizon) {
  do {
    ++changes_;
    const Time now = next_;
    LIBSCHED_ASSERT(phase_ != Phase::kIdle, "an idle GPU changes only by a submission");
    if (phase_ != Phase::kHold) {
      run_to_end(now);
      const Slot slot = cycle_.head();
      end_burst(now);
      predict();
      return slot;
    }
    end_hold(now);
    run_dry(now);
    predict();
  } while (next_ < horizon);
  return kNobody;
}

void SkippingTimeSlicing::submit(Time now, Slot slot, Duration work) {
  catch_up(now);
  const bool was_runnable = !bursts_[slot].empty();
  bursts_[slot].push(work);
  if (was_runnable) return;
  if (phase_ == Phase::kTurns || phase_ == Phase::kOddSlice) {
    cycle_.join(slot, turns(work));
  } else if (phase_ == Phase::kHold && cycle_.head() != slot) {
    cycle_.join(slot, turns(work));
    return;  // the hold ends as before
  } else if (phase_ == Phase::kHold) {
    end_hold(now);
    run(now, work);  // within the slice it held
  } else {
    idle_ += now - since_;
    if (cycle_.size() == 0) cycle_.join(slot, {});
    if (cycle_.head() == slot) {
      turn_begin_ = now;
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
  if (phase_ == Phase::kOddSlice) {
    const Duration rest_of_slice = slice_end() - since_;
    if (alone() || left_ <= rest_of_slice) {
      next_ = since_ + left_;
      return;
    }
    cycle_.set_left_of_head(turns(left_ - rest_of_slice));
    phase_ = Phase::kTurns;
  }
  if (phase_ == Phase::kTurns) {
    predict_end_of_turns();
  } else {
    next_ = phase_ == Phase::kHold ? std::min(since_ + parameters_.idle_gap, slice_end()) : kNever;
  }
}

inline void SkippingTimeSlicing::predict_end_of_turns() {
  if (alone()) {
    const TurnsLeft left = cycle_.left_of_head();
    next_ = turn_begin_ + parameters_.refill + per_turn_ * (left.turns - 1) + left.last;
    return;
  }
  cycle_.find_first();
  if (turns_vary_) draw_turns();
  const auto end_of_first = [&] {
    const Duration turns = turns_vary_ ? ahead_.length() : cycle_.turns_to_first() * turn_length_;
    return turn_begin_ + turns + parameters_.refill + cycle_.last_of_first();
  };
  if (cycle_.rounds_to_first() < safe_rounds_) [[likely]] {
    next_ = end_of_first();
    return;
  }
  const double most_turns = static_cast<double>(cycle_.rounds_to_first() + 1) * static_cast<double>(cycle_.size());
  const double latest_ns = static_cast<double>(turn_begin_.time_since_epoch().count()) +
                           most_turns * static_cast<double>(turn_length_.count());
  next_ = latest_ns > kBeyondNs || turns_vary_ ? kBeyond : end_of_first();
}

Usage SkippingTimeSlicing::usage(Time now) const {
  Duration switching = preemptions_ * parameters_.preempt + other_switching_;
  Duration idle = idle_;
  if (phase_ == Phase::kIdle || phase_ == Phase::kHold) {
    idle += now - since_;
  } else if (now < turn_begin_) {
    switching -= turn_begin_ - now;
  }
  return {now.time_since_epoch() - switching - idle, switching, idle};
}

void SkippingTimeSlicing::report_turns(Time begin, std::int64_t count, Duration cost) {
  if (observer_ == nullptr || count <= 0) return;
  cycle_.after_head(order_);
  observer_->on_turns({begin, order_, parameters_.slice, cost, count});
}

}  // namespace libsched::share
