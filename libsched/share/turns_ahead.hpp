#pragma once

#include <cstdint>

#include <libsched/base/time.hpp>
#include <libsched/share/switch_costs.hpp>

namespace libsched::share {

/// The turns that lie ahead on the ring, each a switch that draws its own length and then a full slice. All are drawn
/// together, as one sum; where the ring stands at some time is found by drawing how the sum divides, from the last turn
/// looked at to the next. What has not been asked stays open, so the turns are distributed as if each switch had been
/// drawn when it began. Equations: docs/models/time-slicing.md, "Turns that vary".
class TurnsAhead {
 public:
  TurnsAhead(Duration slice, Duration mean_switch, SwitchCosts& costs)
      : slice_{slice}, mean_{mean_switch}, costs_{costs} {}

  /// Forgets what lies ahead and draws so many turns anew.
  void draw(std::int64_t turns);
  /// The same of turns whose switches are known to take this long together.
  void know(std::int64_t turns, Duration switches) { left_ = {turns, switches}; }
  std::int64_t turns() const { return left_.turns; }
  /// From now on to the end of them all.
  Duration length() const { return length(left_); }

  /// Turns that have passed, and the one in progress.
  struct Passed {
    std::int64_t turns = 0;    ///< with the one in progress
    Duration switches{};       ///< what their switches took
    Duration switch_begins{};  ///< of the last of them, since the turns began; take_all() does not ask
    Duration slice_begins{};
  };
  /// Takes the turn in progress after `elapsed` < length(), and all before it.
  Passed take(Duration elapsed);
  /// Takes the next turn alone. Precondition: there is one.
  Passed take_one();
  /// Takes all of them, and asks when the last switch began. Precondition: there is one.
  Passed take_to_last();
  /// Takes all of them. Precondition: there is one.
  Passed take_all();

 private:
  /// The first so many turns, and what their switches take.
  struct Turns {
    std::int64_t turns = 0;
    Duration switches{};
  };
  Duration length(const Turns& some) const { return some.turns * slice_ + some.switches; }
  Turns divide(const Turns& before, std::int64_t turns, const Turns& after);
  Passed take(Turns before, Turns through);

  Duration slice_;
  Duration mean_;
  SwitchCosts& costs_;
  Turns left_;
};

}  // namespace libsched::share
