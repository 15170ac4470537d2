#include "progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace slicewise {
namespace {

constexpr std::chrono::milliseconds kQuietStart{1000};
constexpr std::chrono::milliseconds kBetween{200};

}  // namespace

Progress::Progress() : watched_{::isatty(STDERR_FILENO) == 1}, next_{Clock::now() + kQuietStart} {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::show(double fraction) {
  if (!watched_ || Clock::now() < next_) return;
  next_ = Clock::now() + kBetween;
  shown_ = true;
  std::fprintf(stderr, "\r%3.0f %%", 100 * std::clamp(fraction, 0.0, 1.0));
  std::fflush(stderr);
}

}  // namespace slicewise
