#include <libsched/share/exclusive.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::share {

void Exclusive::submit(Time now, Slot slot, Duration work) {
  LIBSCHED_ASSERT(slot == 0, "an exclusive GPU has one tenant");
  const bool was_idle = bursts_.empty();
  if (was_idle) usage_ = usage(now);
  bursts_.push(work);
  if (was_idle) enter(now);
}

Slot Exclusive::apply(Time /*horizon*/) {
  const Time now = next_;
  ++changes_;
  usage_ = usage(now);
  if (observer_ != nullptr) observer_->on_span({Span::Kind::kRun, 0, since_, now});
  bursts_.finish();
  enter(now);
  return Slot{0};
}

Usage Exclusive::usage(Time now) const {
  Usage total = usage_;
  (bursts_.empty() ? total.idle : total.busy) += now - since_;
  return total;
}

void Exclusive::enter(Time now) {
  since_ = now;
  next_ = bursts_.empty() ? kNever : now + bursts_.left();
}

}  // namespace libsched::share
