#include <libsched/des/engine.hpp>

#include <algorithm>

namespace libsched::des {

Handle Engine::at(Time time, Order order, Handler handler) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  LIBSCHED_ASSERT(order.entity < (1U << 24), "the entity shares one word with kind and sequence");
  if (soon_ && time == now_) queue_soon();
  const std::uint32_t slot = take_slot();
  handlers_[slot] = handler;
  // The sequence only separates events of one kind and entity at one instant, so it may wrap after 2^32 events.
  const std::uint64_t key = std::uint64_t{order.kind} << 56 | std::uint64_t{order.entity} << 32 | sequence_++;
  const Entry entry{time, key, slot};
  if (vacant_) {
    vacant_ = false;
    sift_down(0, entry);
  } else {
    heap_.emplace_back();
    sift_up(heap_.size() - 1, entry);
  }
  return Handle{slot, generations_[slot]};
}

bool Engine::cancel(Handle handle) {
  if (!pending(handle)) return false;
  const std::size_t place = places_[handle.slot_];
  release(handle.slot_);
  const Entry last = heap_.back();
  heap_.pop_back();
  if (place < heap_.size()) sift(place, last);
  return true;
}

bool Engine::move(Handle handle, Time time) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  if (!pending(handle)) return false;
  if (soon_ && time == now_) queue_soon();
  const std::size_t place = places_[handle.slot_];
  Entry entry = heap_[place];
  entry.time = time;
  entry.key = (entry.key & ~std::uint64_t{0xFFFFFFFF}) | sequence_++;
  sift(place, entry);
  return true;
}

void Engine::run_until(Time end, std::uint64_t budget) {
  stopped_ = false;
  limit_ = end;
  budget_ = budget;
  queue_soon();
  while (!heap_.empty() && heap_.front().time <= end) {
    if (!may_go_on()) return;
    Entry& first = heap_.front();
    now_ = last_event_ = first.time;
    Handler handler = handlers_[first.slot];
    release(first.slot);
    first.time = Time::min();
    vacant_ = true;
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

inline void Engine::fill_vacancy() {
  if (!vacant_) return;
  vacant_ = false;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(0, last);
}

inline std::uint32_t Engine::take_slot() {
  if (free_ != kNone) {
    const std::uint32_t slot = free_;
    free_ = places_[slot];
    return slot;
  }
  const auto slot = static_cast<std::uint32_t>(handlers_.size());
  handlers_.emplace_back();
  places_.push_back(0);
  generations_.push_back(0);
  return slot;
}

inline void Engine::release(std::uint32_t slot) {
  ++generations_[slot];
  places_[slot] = free_;
  free_ = slot;
}

void Engine::sift(std::size_t i, Entry entry) {
  if (i > 0 && before(entry, heap_[(i - 1) / kArity])) {
    sift_up(i, entry);
  } else {
    sift_down(i, entry);
  }
}

void Engine::sift_up(std::size_t i, Entry entry) {
  while (i > 0) {
    const std::size_t parent = (i - 1) / kArity;
    if (!before(entry, heap_[parent])) break;
    place(i, heap_[parent]);
    i = parent;
  }
  place(i, entry);
}

void Engine::sift_down(std::size_t i, Entry entry) {
  const std::size_t size = heap_.size();
  for (;;) {
    const std::size_t first = i * kArity + 1;
    if (first >= size) break;
    std::size_t least = first;
    if (first + kArity <= size) {
      // Two pairs, then the winners: the comparisons do not wait for one another.
      const std::size_t left = first + static_cast<std::size_t>(before(heap_[first + 1], heap_[first]));
      const std::size_t right = first + 2 + static_cast<std::size_t>(before(heap_[first + 3], heap_[first + 2]));
      least = before(heap_[right], heap_[left]) ? right : left;
    } else {
      for (std::size_t child = first + 1; child < size; ++child) {
        if (before(heap_[child], heap_[least])) least = child;
      }
    }
    if (!before(heap_[least], entry)) break;
    place(i, heap_[least]);
    i = least;
  }
  place(i, entry);
}

}  // namespace libsched::des
