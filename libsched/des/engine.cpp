#include <libsched/des/engine.hpp>

#include <algorithm>

namespace libsched::des {

namespace {
constexpr std::size_t kArity = 4;
}

Handle Engine::at(Time time, Order order, Handler handler) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  LIBSCHED_ASSERT(order.entity < (1U << 24), "the entity shares one word with kind and sequence");
  if (soon_ && time == now_) queue_soon();
  std::uint32_t slot = 0;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  slots_[slot].handler = handler;
  // The sequence only separates events of one kind and entity at one instant, so it may wrap after 2^32 events.
  const std::uint64_t key = std::uint64_t{order.kind} << 56 | std::uint64_t{order.entity} << 32 | sequence_++;
  heap_.emplace_back();
  sift_up(heap_.size() - 1, Entry{time, key, slot});
  return Handle{slot, slots_[slot].generation};
}

bool Engine::cancel(Handle handle) {
  if (handle.slot_ >= slots_.size() || slots_[handle.slot_].generation != handle.generation_) return false;
  remove(slots_[handle.slot_].position);
  return true;
}

void Engine::run_until(Time end, std::uint64_t budget) {
  stopped_ = false;
  limit_ = end;
  budget_ = budget;
  queue_soon();
  while (!heap_.empty() && heap_.front().time <= end) {
    if (!may_go_on()) return;
    now_ = last_event_ = heap_.front().time;
    Handler handler = slots_[heap_.front().slot].handler;
    remove(0);
    ++executed_;
    handler();
    settle();
    queue_soon();
  }
  if (may_go_on() && end != kNever) now_ = end;
}

void Engine::queue_soon() {
  if (!soon_) return;
  const Soon next = *soon_;
  soon_.reset();
  at(now_, next.order, next.handler);
}

void Engine::remove(std::size_t i) {
  const std::uint32_t slot = heap_[i].slot;
  ++slots_[slot].generation;
  free_slots_.push_back(slot);
  const Entry last = heap_.back();
  heap_.pop_back();
  if (i == heap_.size()) return;
  if (i > 0 && before(last, heap_[(i - 1) / kArity])) {
    sift_up(i, last);
  } else {
    sift_down(i, last);
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
  for (;;) {
    const std::size_t first = i * kArity + 1;
    if (first >= heap_.size()) break;
    std::size_t least = first;
    for (std::size_t child = first + 1; child < std::min(first + kArity, heap_.size()); ++child) {
      if (before(heap_[child], heap_[least])) least = child;
    }
    if (!before(heap_[least], entry)) break;
    place(i, heap_[least]);
    i = least;
  }
  place(i, entry);
}

}  // namespace libsched::des
