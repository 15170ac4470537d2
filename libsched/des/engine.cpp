#include <libsched/des/engine.hpp>

#include <algorithm>

namespace libsched::des {

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
  if (soon_is_set_ && time == now_) queue_soon();
  std::uint64_t& order = orders_[handle.slot_];
  order = order >> 32 << 32 | sequence_++;
  set(handle.slot_, key_of(time));
  return true;
}

void Engine::run_until(Time end, std::uint64_t budget) {
  stopped_ = false;
  after_limit_ = end == kNever ? kNever : end + Duration{1};
  budget_ = budget;
  queue_soon();
  while (pending_ > 0) {
    const std::uint32_t slot = first();
    const Time time = time_of(slot);
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
  if (!soon_is_set_) return;
  soon_is_set_ = false;
  const Soon& next = soons_[soon_];
  soon_ ^= 1;
  at(now_, next.order, next.handler);
}

void Engine::free(std::uint32_t slot) {
  set(slot, kEmpty + slot);
  events_[slot].next_free = free_;
  free_ = slot;
}

/// Writes a time and plays its matches again. Who wins one cannot be foreseen, so nothing depends on it but values; the
/// opponents are known beforehand, so a processor can fetch them all at once. Ties are rare enough for a branch.
void Engine::set(std::uint32_t slot, std::uint64_t time) {
  std::uint64_t* const times = times_.data();
  std::uint32_t* const winners = winners_.data();
  times[slot] = time;
  std::uint32_t winner = slot;
  const auto play = [&](std::uint32_t opponent) {
    const std::uint64_t other = times[opponent];
    std::uint64_t bar = time;  // what is below it comes first
    if (other == time) [[unlikely]] {
      bar += static_cast<std::uint64_t>(orders_[opponent] < orders_[winner]);
    }
    const bool loses = __builtin_expect_with_probability(other < bar, 1, 0.5);
    winner = loses ? opponent : winner;
    time = loses ? other : time;
  };
  play(slot ^ 1);
  std::uint32_t node = (capacity() + slot) / 2;
  winners[node] = winner;
  for (; node > 1; node /= 2) {
    play(winners[node ^ 1]);
    winners[node / 2] = winner;
  }
}

void Engine::grow() {
  const std::uint32_t old = capacity();
  LIBSCHED_ASSERT(old < kNone / 2, "two thousand million pending events");
  const std::size_t size = std::size_t{old} * 2;
  for (std::uint64_t slot = old; slot < size; ++slot) times_.push_back(kEmpty + slot);
  orders_.resize(size);
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
    winners_[node] = before(right, left) ? right : left;
  }
}

}  // namespace libsched::des
