#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <libsched/base/assert.hpp>
#include <libsched/base/time.hpp>

namespace libsched::des {

/// The order of events at one instant: by kind, then by entity, then by when they were scheduled.
struct Order {
  std::uint8_t kind = 0;
  std::uint32_t entity = 0;  ///< below 2^24
};

/// A callback of at most 24 trivially copyable bytes (`this` and two words): an event that we can print, copy and store
/// beside its neighbours without an allocation.
class Handler {
 public:
  Handler() = default;
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Handler>) Handler(F f) {  // NOLINT(google-explicit-constructor)
    static_assert(sizeof(F) <= sizeof(storage_) && std::is_trivially_copyable_v<F>, "capture `this` and ids, no more");
    new (storage_) F(f);
    invoke_ = [](void* storage) { (*std::launder(static_cast<F*>(storage)))(); };
  }
  void operator()() { invoke_(storage_); }

 private:
  void (*invoke_)(void*) = nullptr;
  alignas(8) unsigned char storage_[24];
};

/// Names one scheduled event until it has run or was cancelled.
class Handle {
 public:
  Handle() = default;

 private:
  friend class Engine;
  Handle(std::uint32_t slot, std::uint32_t generation) : slot_{slot}, generation_{generation} {}
  std::uint32_t slot_ = 0xFFFFFFFF;
  std::uint32_t generation_ = 0;
};

/// A clock, a queue of callbacks, a loop. Knows nothing about GPUs. Order of execution: (time, kind, entity, sequence).
/// Memory is O(most events pending at once), 60 bytes each, in powers of two; `at`, `cancel` and `move` cost O(log
/// pending).
class Engine {
 public:
  /// Runs `handler` at `time`. Precondition: time >= now().
  template <class F>
  Handle at(Time time, Order order, const F& handler) {
    const std::uint32_t slot = claim(time, order);
    // In place: a copy would read in one piece what has just been written in several, and wait for it.
    new (&events_[slot].handler) Handler{handler};
    set(slot, key_of(time));
    return Handle{slot, events_[slot].generation};
  }

  /// Forgets the event; false when it has already run or was cancelled.
  bool cancel(Handle handle);

  /// Puts the event at another time >= now(), last among its equals, as if cancelled and scheduled anew; false when it
  /// has already run or was cancelled.
  bool move(Handle handle, Time time);

  /// Runs `handler` at this instant, in its order among all that is pending for it: what `at(now())` does, but without
  /// the queue where nothing else is pending once the current event has returned.
  template <class F>
  void soon(Order order, const F& handler) {
    fill_vacancy();
    if (soon_is_set_ || time_of(first()) <= now_) {
      at(now_, order, handler);
      return;
    }
    soon_is_set_ = true;
    soons_[soon_].order = order;
    new (&soons_[soon_].handler) Handler{handler};
  }
  /// For an actor that goes on inside one event: first does what soon() has been asked, unless the run is to stop. Not
  /// from within what soon() was asked.
  void settle() {
    while (soon_is_set_ && may_go_on()) {
      Handler& handler = soons_[soon_].handler;
      soon_ ^= 1;  // what it asks for in turn goes beside it
      soon_is_set_ = false;
      handler();
    }
  }

  /// Runs every event up to and including `end`, until `stop` is called or `executed()` reaches `budget`. The clock
  /// ends at `end` only if nothing stopped it; calling again goes on.
  void run_until(Time end, std::uint64_t budget = ~std::uint64_t{0});

  /// For an actor that handles a run of his own changes inside one event: before this time, nothing else happens and
  /// the run goes on. The past once the run is to stop.
  Time horizon() {
    if (!may_go_on()) return Time::min();
    return promised_ = std::min(next_time(), after_limit_);
  }
  /// He has handled `changes` of them, the last one at `time` < horizon().
  void advanced(Time time, std::uint64_t changes) {
    LIBSCHED_ASSERT(time == now_ || (time > now_ && time < promised_), "nobody else's event may be passed");
    now_ = last_event_ = time;
    executed_ += changes;
  }

  /// Makes run_until return after the current event.
  void stop() { stopped_ = true; }

  Time now() const { return now_; }
  /// When something last happened: earlier than now() once a run has passed its last event.
  Time last_event() const { return last_event_; }
  /// When the earliest pending event is due; kNever where there is none.
  Time next_time() const {
    if (vacant_ == kNone) return time_of(first());
    // The winners of everything beside the way up from the vacant leaf.
    std::uint64_t next = times_[vacant_ ^ 1];
    for (std::uint32_t node = (capacity() + vacant_) / 2; node > 1; node /= 2) {
      next = std::min(next, times_[winners_[node ^ 1]]);
    }
    return time_of_key(next);
  }
  std::uint64_t executed() const { return executed_; }
  std::size_t pending() const { return pending_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  struct Event {
    Handler handler{};
    std::uint32_t generation = 0;
    std::uint32_t next_free = kNone;
  };
  struct Soon {
    Order order;
    Handler handler;
  };
  /// An empty slot counts as this much beyond the last time, and its own number: no two times are equal then, but those
  /// of events at one instant.
  static constexpr std::uint64_t kEmpty = std::uint64_t{1} << 63;

  static std::uint64_t key_of(Time time) { return static_cast<std::uint64_t>(time.time_since_epoch().count()); }
  static Time time_of_key(std::uint64_t key) {
    return key >= kEmpty ? kNever : Time{Duration{static_cast<std::int64_t>(key)}};
  }
  Time time_of(std::uint32_t slot) const { return time_of_key(times_[slot]); }
  std::uint32_t capacity() const { return static_cast<std::uint32_t>(times_.size()); }
  std::uint32_t first() const { return winners_[1]; }
  bool is_pending(Handle handle) const {
    return handle.slot_ < capacity() && events_[handle.slot_].generation == handle.generation_;
  }
  bool before(std::uint32_t a, std::uint32_t b) const {
    return times_[a] != times_[b] ? times_[a] < times_[b] : orders_[a] < orders_[b];
  }
  void set(std::uint32_t slot, std::uint64_t time);
  void free(std::uint32_t slot);
  void grow();
  /// The running event's slot is kept no longer: then what is pending can be told at once.
  void fill_vacancy() {
    if (vacant_ == kNone) return;
    free(vacant_);
    vacant_ = kNone;
  }
  void queue_soon();
  std::uint32_t claim(Time time, Order order);
  bool may_go_on() const { return !stopped_ && executed_ < budget_; }

  // A tournament of all slots: 60 bytes each, of which a change touches two numbers a level.
  std::vector<std::uint64_t> times_ = {kEmpty, kEmpty + 1};  ///< by slot; a power of two of them
  std::vector<std::uint64_t> orders_ = {0, 0};               ///< (kind, entity, sequence) in one number
  std::vector<std::uint32_t> winners_ = {0, 0};              ///< by node: 1 is the root, 2 n and 2 n + 1 below n
  std::vector<Event> events_ = {{{}, 0, 1}, {}};             ///< by slot
  std::uint32_t free_ = 0;
  /// The slot of the event that runs: kept for the first one that it schedules, so that one replay does for both.
  std::uint32_t vacant_ = kNone;
  std::size_t pending_ = 0;
  std::array<Soon, 2> soons_;  ///< one may run while the other is set
  std::size_t soon_ = 0;       ///< which of them is set, or will be next
  bool soon_is_set_ = false;   ///< then nothing else is pending at this instant
  Time now_{};
  Time last_event_{};
  Time after_limit_ = kNever;  ///< the run goes on up to before this
  Time promised_{};            ///< the last horizon
  std::uint32_t sequence_ = 0;
  std::uint64_t executed_ = 0;
  std::uint64_t budget_ = ~std::uint64_t{0};
  bool stopped_ = false;
};

/// A slot for an event whose time is set next.
inline std::uint32_t Engine::claim(Time time, Order order) {
  LIBSCHED_ASSERT(time >= now_, "an event in the past would make the clock run backwards");
  LIBSCHED_ASSERT(order.entity < (1U << 24), "the entity shares one word with kind and sequence");
  if (soon_is_set_ && time == now_) queue_soon();
  std::uint32_t slot = vacant_;
  if (slot != kNone) {
    vacant_ = kNone;
  } else {
    if (free_ == kNone) grow();
    slot = free_;
    free_ = events_[slot].next_free;
  }
  ++pending_;
  // The sequence only separates events of one kind and entity at one instant, so it may wrap after 2^32 events.
  orders_[slot] = std::uint64_t{order.kind} << 56 | std::uint64_t{order.entity} << 32 | sequence_++;
  return slot;
}

}  // namespace libsched::des
