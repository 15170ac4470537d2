#include <libsched/actors/gpu.hpp>

#include <utility>

#include <libsched/actors/order.hpp>

namespace libsched::actors {

Gpu::Gpu(des::Engine& engine, GpuId id, std::unique_ptr<share::Mode> mode)
    : engine_{engine}, id_{id}, mode_{std::move(mode)} {}

share::Slot Gpu::attach(BurstListener& listener) {
  listeners_.push_back(&listener);
  return static_cast<share::Slot>(listeners_.size() - 1);
}

void Gpu::submit(share::Slot slot, Duration work) {
  mode_->submit(engine_.now(), slot, work);
  if (!changing_) schedule();
}

share::Usage Gpu::close(Time end) {
  mode_->catch_up(end);
  return mode_->usage(end);
}

void Gpu::on_change() {
  event_time_ = kNever;
  changing_ = true;
  Time horizon = engine_.horizon();
  do {
    // As long as nobody else has anything to do, slices and switches need no event each.
    const auto before = mode_->changes();
    const auto ended = mode_->change(horizon);
    engine_.advanced(mode_->now(), mode_->changes() - before);
    if (ended) end_bursts(*ended);
    horizon = engine_.horizon();
  } while (mode_->next_change() < horizon);
  changing_ = false;
  schedule();
}

/// All ends of this instant come before anything that they set off.
inline void Gpu::end_bursts(share::Slot first) {
  while (mode_->next_change() == engine_.now()) {
    if (const auto ended = mode_->change(engine_.now())) also_ended_.push_back(*ended);
  }
  listeners_[first]->on_burst_end();
  for (const share::Slot slot : also_ended_) listeners_[slot]->on_burst_end();
  also_ended_.clear();
  engine_.settle();
}

void Gpu::schedule() {
  const Time next = mode_->next_change();
  if (next == event_time_) return;
  const bool scheduled = event_time_ != kNever;
  event_time_ = next;
  if (next == kNever) {
    engine_.cancel(event_);
    return;
  }
  if (scheduled && engine_.move(event_, next)) return;
  event_ = engine_.at(next, order(EventKind::kGpuEnd, id_.index()), [this] { on_change(); });
}

}  // namespace libsched::actors
