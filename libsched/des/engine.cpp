#include <libsched/des/engine.hpp>

#include <algorithm>

namespace libsched::des {

Handle Engine::at(Time time, Order order, Handler handler) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  LIBSCHED_ASSERT(order.entity < (1U << 24), "the entity shares one word with kind and sequence");
  if (soon_ && time == now_) queue_soon();
  std::uint32_t slot = vacant_;
  if (slot != kNone) {
    vacant_ = kNone;
  } else {
    if (free_ == kNone) grow();
    slot = free_;
    free_ = events_[slot].next_free;
  }
  ++pending_;
  events_[slot].handler = handler;
  // The sequence only separates events of one kind and entity at one instant, so it may wrap after 2^32 events.
  set(slot, key_of(time, std::uint64_t{order.kind} << 56 | std::uint64_t{order.entity} << 32 | sequence_++));
  return Handle{slot, events_[slot].generation};
}

bool Engine::cancel(Handle handle) {
  if (!is_pending(handle)) return false;
  --pending_;
  ++events_[handle.slot_].generation;
  free(handle.slot_);
  return true;
}

bool Engine::move(Handle handle, Time time) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  if (!is_pending(handle)) return false;
  if (soon_ && time == now_) queue_soon();
  const std::uint64_t order = static_cast<std::uint64_t>(keys_[handle.slot_]) >> 32 << 32;
  set(handle.slot_, key_of(time, order | sequence_++));
  return true;
}

void Engine::run_until(Time end, std::uint64_t budget) {
  stopped_ = false;
  limit_ = end;
  budget_ = budget;
  queue_soon();
  while (pending_ > 0) {
    const std::uint32_t slot = first();
    const Time time = time_of(keys_[slot]);
    if (time > end) break;
    if (!may_go_on()) return;
    now_ = last_event_ = time;
    Handler handler = events_[slot].handler;
    ++events_[slot].generation;
    --pending_;
    vacant_ = slot;
    ++executed_;
    handler();
    settle();
    queue_soon();
    fill_vacancy();
  }
  if (may_go_on() && end != kNever) now_ = end;
}

void Engine::queue_soon() {
  if (!soon_) return;
  const Soon next = *soon_;
  soon_.reset();
  at(now_, next.order, next.handler);
}

void Engine::free(std::uint32_t slot) {
  set(slot, kEmpty);
  events_[slot].next_free = free_;
  free_ = slot;
}

/// Writes a key and plays its matches again. Who wins one cannot be foreseen, so nothing depends on it but values; the
/// opponents are known beforehand, so a processor can fetch them all at once.
void Engine::set(std::uint32_t slot, Key key) {
  keys_[slot] = key;
  std::uint32_t winner = slot;
  const auto play = [&](std::uint32_t opponent) {
    const Key other = keys_[opponent];
    const std::uint32_t mask = 0U - static_cast<std::uint32_t>(other < key);
    const std::uint64_t wide = 0U - static_cast<std::uint64_t>(other < key);
    winner ^= (winner ^ opponent) & mask;
    key ^= (key ^ other) & (Key{wide} << 64 | wide);
  };
  play(slot ^ 1);
  std::uint32_t node = (capacity() + slot) / 2;
  winners_[node] = winner;
  for (; node > 1; node /= 2) {
    play(winners_[node ^ 1]);
    winners_[node / 2] = winner;
  }
}

void Engine::grow() {
  const std::uint32_t old = capacity();
  LIBSCHED_ASSERT(old < kNone / 2, "two thousand million pending events");
  const std::size_t size = std::size_t{old} * 2;
  keys_.resize(size, kEmpty);
  events_.resize(size);
  for (std::uint32_t slot = old; slot + 1 < size; ++slot) events_[slot].next_free = slot + 1;
  free_ = old;
  winners_.assign(size, 0);
  for (auto node = static_cast<std::uint32_t>(size); --node > 0;) {
    const auto winner = [&](std::uint32_t below) {
      return below < size ? winners_[below] : below - static_cast<std::uint32_t>(size);
    };
    const std::uint32_t left = winner(2 * node);
    const std::uint32_t right = winner(2 * node + 1);
    winners_[node] = keys_[right] < keys_[left] ? right : left;
  }
}

}  // namespace libsched::des
