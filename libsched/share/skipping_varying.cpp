// Turns of which each switch has a length of its own.

#include <libsched/share/skipping.hpp>

namespace libsched::share {

/// So many as lie before the burst that ends next, or as many as 64 bits hold.
void SkippingTimeSlicing::draw_turns() {
  ahead_.draw(cycle_.rounds_to_first() < safe_rounds_ ? cycle_.turns_to_first()
                                                      : safe_rounds_ * static_cast<std::int64_t>(cycle_.size()));
}

/// From the end of the head's slice to the last of these turns.
void SkippingTimeSlicing::pass(const TurnsAhead::Passed& turns, Time now) {
  const Time begin = slice_end();
  const std::int64_t before_last = turns.turns - 1;
  if (observer_ != nullptr) report_varying(before_last, turns.switch_begins - before_last * parameters_.slice);
  since_ = begin + turns.switch_begins;
  turn_begin_ = begin + turns.slice_begins;
  other_switching_ += turns.switches;
  cycle_.turn(turns.turns);
  end_switch(now);
}

/// All that lie ahead.
void SkippingTimeSlicing::pass_all(Time now) {
  TurnsAhead::Passed all = ahead_.take_all();
  if (observer_ != nullptr) {
    // Only who looks at it asks when the last switch began.
    TurnsAhead last{parameters_.slice, parameters_.preempt, shown_costs_};
    last.know(all.turns, all.switches);
    all.switch_begins = last.take_to_last().switch_begins;
  }
  pass(all, now);
}

/// Where each switch has a length of its own.
void SkippingTimeSlicing::pass_varying(Time now) {
  while (now >= slice_end()) {
    if (ahead_.turns() == 0) draw_turns();
    const Duration elapsed = now - slice_end();
    if (elapsed < ahead_.length()) {
      pass(ahead_.take(elapsed), now);
    } else {
      pass_all(now);
    }
  }
}

/// The rest of the head's slice and `turns` turns after it, whose switches took `switches`.
void SkippingTimeSlicing::report_varying(std::int64_t turns, Duration switches) {
  report(Span::Kind::kRun, since_, slice_end());
  cycle_.after_head(order_);
  TurnsAhead shown{parameters_.slice, parameters_.preempt, shown_costs_};
  shown.know(turns, switches);
  Time begin = slice_end();
  for (std::size_t turn = 0; shown.turns() > 0; ++turn) {
    const Slot slot = order_[turn % order_.size()];
    const Time slice_begins = begin + shown.take_one().slice_begins;
    if (begin < slice_begins) observer_->on_span({Span::Kind::kSwitch, slot, begin, slice_begins});
    begin = slice_begins + parameters_.slice;
    observer_->on_span({Span::Kind::kRun, slot, slice_begins, begin});
  }
}

}  // namespace libsched::share
