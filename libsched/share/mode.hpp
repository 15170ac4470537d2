#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <libsched/base/ids.hpp>
#include <libsched/base/time.hpp>

namespace libsched::share {

/// A tenant's place on one GPU, 0..n-1 in creation order.
using Slot = std::uint32_t;

/// How a GPU has spent its time: the three add up to the time since the start.
struct Usage {
  Duration busy{};
  Duration switching{};
  Duration idle{};
};

/// What a GPU did from `begin` to `end`.
struct Span {
  enum class Kind { kRun, kSwitch, kHold };
  Kind kind = Kind::kRun;
  Slot slot = 0;  ///< who ran, or who is switched in
  Time begin{};
  Time end{};
};

/// `count` turns that are all alike: each is a switch of `cost`, then a full slice; `order` repeats as often as needed.
struct Turns {
  Time begin{};
  std::span<const Slot> order;  ///< who runs, from the first turn on
  Duration slice{};
  Duration cost{};
  std::int64_t count = 0;

  Duration length() const { return cost + slice; }
};

/// Who wants to see every span: the trace, tests.
class SpanObserver {
 public:
  virtual ~SpanObserver() = default;
  virtual void on_span(const Span& span) = 0;
  /// A run of turns that nobody looked at one by one: as spans, unless the observer makes better use of them.
  virtual void on_turns(const Turns& turns);
};

/// How a GPU is shared: who progresses how fast now, and when that answer next changes by itself. A mode owns no clock
/// and schedules nothing: whoever drives it says how far nothing else will happen.
class Mode {
 public:
  Mode() = default;
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;
  virtual ~Mode() = default;

  /// A burst of `work` > 0 of the tenant in `slot` reaches the device at `now`. Bursts of one tenant run in order.
  virtual void submit(Time now, Slot slot, Duration work) = 0;

  /// When the next burst, slice or switch ends; kNever on an idle GPU.
  Time next_change() const { return next_; }

  /// Applies the change due at next_change() with the decision that follows it, and goes on with those that follow by
  /// themselves before `horizon`, up to the first burst end. Returns whose oldest burst ended, at now().
  std::optional<Slot> change(Time horizon) {
    const Slot ended = apply(horizon);
    return ended == kNobody ? std::nullopt : std::optional{ended};
  }

  /// Brings now(), rate() and the observer up to `now` <= next_change(), where a mode leaves for later what nobody
  /// asks.
  virtual void catch_up(Time /*now*/) {}

  /// Up to when the mode has come: its last change, or where submit() or catch_up() brought it.
  Time now() const { return since_; }

  /// Changes computed so far, what a simulation costs: skipped slices are none.
  std::uint64_t changes() const { return changes_; }

  /// Progress of this tenant's work since now(), relative to running alone: 0..1.
  virtual double rate(Slot slot) const = 0;

  /// Time spent until `now`, which must not be later than next_change(). Precondition: caught up to it.
  virtual Usage usage(Time now) const = 0;

  void observe(SpanObserver* observer) { observer_ = observer; }

 protected:
  static constexpr Slot kNobody = ~Slot{0};
  /// What change() does; kNobody where no burst ended.
  virtual Slot apply(Time horizon) = 0;

  SpanObserver* observer_ = nullptr;
  std::uint64_t changes_ = 0;
  Time since_{};  ///< now(); what goes on has gone on since then
  Time next_ = kNever;
};

}  // namespace libsched::share
