#pragma once

#include <algorithm>
#include <chrono>
#include <string>

namespace slicewise::bench {

/// Ctrl-C, SIGTERM or SIGHUP (a closed terminal) came: finish the series, write the record, stop.
bool interrupted();
/// Which of them; 0: none.
int interrupting_signal();
/// From now on those signals only set `interrupted()`. System calls return EINTR.
void catch_interrupts();

/// When a measurement has to be done.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_{Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds{seconds})} {}
  double seconds_left() const { return std::max(0.0, Seconds{end_ - Clock::now()}.count()); }
  bool over() const { return interrupted() || Clock::now() >= end_; }
  /// A deadline within this one, after `fraction` of what is left.
  Deadline part(double fraction) const { return Deadline{seconds_left() * fraction}; }
  /// What `Series::stopped` says after a series that went on until this deadline.
  static std::string stopped() { return interrupted() ? "interrupted" : "time"; }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  Clock::time_point end_;
};

}  // namespace slicewise::bench
