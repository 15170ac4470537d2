#include "ended_within.hpp"

#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <thread>

namespace slicewise::bench::cuda {

bool ended_within(pid_t pid, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    const pid_t got = waitpid(pid, nullptr, WNOHANG);
    if (got == pid || (got < 0 && errno == ECHILD)) return true;
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
}

}  // namespace slicewise::bench::cuda
