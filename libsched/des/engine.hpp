#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
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
/// Memory is O(pending events), 64 bytes each; `at`, `cancel` and `move` cost O(log pending).
class Engine {
 public:
  /// Runs `handler` at `time`. Precondition: time >= now().
  Handle at(Time time, Order order, Handler handler);

  /// Forgets the event; false when it has already run or was cancelled.
  bool cancel(Handle handle);

  /// Puts the event at another time >= now(), last among its equals, as if cancelled and scheduled anew; false when it
  /// has already run or was cancelled.
  bool move(Handle handle, Time time);

  /// Runs `handler` at this instant, in its order among all that is pending for it: what `at(now())` does, but without
  /// the queue where nothing else is pending once the current event has returned.
  void soon(Order order, Handler handler) {
    if (!soon_ && next_time() > now_) {
      soon_ = Soon{order, handler};
    } else {
      at(now_, order, handler);
    }
  }
  /// For an actor that goes on inside one event: first does what soon() has been asked, unless the run is to stop.
  void settle() {
    while (soon_ && may_go_on()) {
      Handler handler = soon_->handler;
      soon_.reset();
      handler();
    }
  }

  /// Runs every event up to and including `end`, until `stop` is called or `executed()` reaches `budget`. The clock
  /// ends at `end` only if nothing stopped it; calling again goes on.
  void run_until(Time end, std::uint64_t budget = ~std::uint64_t{0});

  /// For an actor that handles a run of his own changes inside one event: before this time, nothing else happens and
  /// the run goes on. The past once the run is to stop.
  Time horizon() const {
    if (!may_go_on()) return Time::min();
    return std::min(next_time(), limit_ == kNever ? kNever : limit_ + Duration{1});
  }
  /// He has handled `changes` of them, the last one at `time` < horizon().
  void advanced(Time time, std::uint64_t changes) {
    LIBSCHED_ASSERT(time >= now_ && time <= next_time(), "nobody else's event may be passed");
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
    if (!vacant_) return heap_.empty() ? kNever : heap_.front().time;
    Time next = kNever;
    for (std::size_t child = 1; child < std::min<std::size_t>(heap_.size(), 1 + kArity); ++child) {
      next = std::min(next, heap_[child].time);
    }
    return next;
  }
  std::uint64_t executed() const { return executed_; }
  std::size_t pending() const { return heap_.size() - (vacant_ ? 1 : 0); }

 private:
  struct Entry {
    Time time;
    std::uint64_t key;  ///< kind, entity, sequence in one comparison
    std::uint32_t slot;
  };
  struct Soon {
    Order order;
    Handler handler;
  };
  static constexpr std::size_t kArity = 4;
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// Without a branch: which of two random times is earlier cannot be foreseen.
  static bool before(const Entry& a, const Entry& b) {
    return (static_cast<int>(a.time < b.time) |
            (static_cast<int>(a.time == b.time) & static_cast<int>(a.key < b.key))) != 0;
  }
  bool pending(Handle handle) const {
    return handle.slot_ < generations_.size() && generations_[handle.slot_] == handle.generation_;
  }
  std::uint32_t take_slot();
  void release(std::uint32_t slot);
  void sift_up(std::size_t i, Entry entry);
  void sift_down(std::size_t i, Entry entry);
  void sift(std::size_t i, Entry entry);
  void place(std::size_t i, const Entry& entry) {
    heap_[i] = entry;
    places_[entry.slot] = static_cast<std::uint32_t>(i);
  }
  void fill_vacancy();
  void queue_soon();
  bool may_go_on() const { return !stopped_ && executed_ < budget_; }

  std::vector<Entry> heap_;  ///< 4-ary
  /// While an event runs, the root that it has left is kept for what it schedules: mostly one event, and then a single
  /// way down the heap does for both. The vacant entry is before every other.
  bool vacant_ = false;
  // By slot. What the heap touches at every step is apart from what it does not.
  std::vector<std::uint32_t> places_;  ///< in the heap; the next free slot where it is free
  std::vector<std::uint32_t> generations_;
  std::vector<Handler> handlers_;
  std::uint32_t free_ = kNone;
  std::optional<Soon> soon_;  ///< the only thing pending at this instant
  Time now_{};
  Time last_event_{};
  Time limit_ = kNever;
  std::uint32_t sequence_ = 0;
  std::uint64_t executed_ = 0;
  std::uint64_t budget_ = ~std::uint64_t{0};
  bool stopped_ = false;
};

}  // namespace libsched::des
