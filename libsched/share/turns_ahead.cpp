#include <libsched/share/turns_ahead.hpp>

#include <algorithm>

namespace libsched::share {

void TurnsAhead::draw(std::int64_t turns) {
  left_ = {turns, turns > 0 ? costs_.sum(mean_, turns) : Duration::zero()};
}

/// Draws what the first `turns` took, more than `before` and fewer than `after`, of which both are known.
TurnsAhead::Turns TurnsAhead::divide(const Turns& before, std::int64_t turns, const Turns& after) {
  const Duration switches =
      costs_.first(mean_, turns - before.turns, after.turns - before.turns, after.switches - before.switches);
  return {turns, before.switches + switches};
}

TurnsAhead::Passed TurnsAhead::take(Turns before, Turns through) {
  left_ = {left_.turns - through.turns, left_.switches - through.switches};
  const Duration slices = (through.turns - 1) * slice_;
  return {through.turns, through.switches, slices + before.switches, slices + through.switches};
}

TurnsAhead::Passed TurnsAhead::take(Duration elapsed) {
  Turns before;           // over by then
  Turns through = left_;  // not over
  // Where to look next may depend on all that has been seen, and switches vary little beside whole turns: the first
  // guess is nearly right. Halves where it is not.
  constexpr int kGuesses = 6;
  for (int guess = 0; through.turns - before.turns > 1; ++guess) {
    const std::int64_t between = through.turns - before.turns;
    const double part = static_cast<double>((elapsed - length(before)).count()) /
                        static_cast<double>((length(through) - length(before)).count());
    const auto guessed = static_cast<std::int64_t>(part * static_cast<double>(between));
    const std::int64_t step = guess < kGuesses ? std::clamp<std::int64_t>(guessed, 1, between - 1) : between / 2;
    const Turns middle = divide(before, before.turns + step, through);
    (length(middle) <= elapsed ? before : through) = middle;
  }
  return take(before, through);
}

TurnsAhead::Passed TurnsAhead::take_one() {
  return take({}, left_.turns > 1 ? divide({}, 1, left_) : left_);
}

TurnsAhead::Passed TurnsAhead::take_to_last() {
  return take(left_.turns > 1 ? divide({}, left_.turns - 1, left_) : Turns{}, left_);
}

TurnsAhead::Passed TurnsAhead::take_all() {
  return take({left_.turns - 1, left_.switches}, left_);
}

}  // namespace libsched::share
