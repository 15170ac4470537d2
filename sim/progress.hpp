#pragma once

#include <chrono>

namespace slicewise {

/// A percentage on stderr, from the second second on, if a person is watching. Gone when the object is.
class Progress {
 public:
  Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  void show(double fraction);

 private:
  using Clock = std::chrono::steady_clock;

  bool watched_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace slicewise
