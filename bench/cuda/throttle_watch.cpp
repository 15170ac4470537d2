#include "throttle_watch.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

#include "ended_within.hpp"
#include "nvml.hpp"

namespace slicewise::bench::cuda {

struct ThrottleWatch::Board {
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> looks{0};
  std::atomic<std::int64_t> throttled{0};
  std::atomic<std::int64_t> lowest_mhz{0};
  std::atomic<std::int64_t> highest_mhz{0};
};

ThrottleWatch::ThrottleWatch(const std::string& pci_bus_id) {
  void* shared = mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;  // then nobody watches; the record says null
  board_ = new (shared) Board;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  watcher_ = fork();
  if (watcher_ != 0) return;
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  const Nvml nvml{pci_bus_id};
  while (!board_->stop) {
    const auto throttled = nvml.throttled();
    if (!throttled) _exit(0);
    if (const auto mhz = nvml.sm_clock_mhz()) {
      board_->lowest_mhz = board_->looks == 0 ? *mhz : std::min<std::int64_t>(board_->lowest_mhz, *mhz);
      board_->highest_mhz = std::max<std::int64_t>(board_->highest_mhz, *mhz);
    }
    board_->throttled += *throttled ? 1 : 0;
    board_->looks += 1;
    std::this_thread::sleep_for(std::chrono::milliseconds{250});
  }
  _exit(0);
}

ThrottleWatch::~ThrottleWatch() {
  if (board_ == nullptr) return;
  board_->stop = true;
  if (watcher_ > 0 && !ended_within(watcher_, 2)) {
    kill(watcher_, SIGKILL);
    if (!ended_within(watcher_, 10)) {  // stuck in the driver: not even a kill ends it, and it may still use the board
      std::fputs("a process that watched the clocks does not end; the driver may need a restart\n", stderr);
      return;
    }
  }
  munmap(board_, sizeof(Board));
}

std::optional<ThrottleWatch::Finding> ThrottleWatch::finding() const {
  if (board_ == nullptr || board_->looks == 0) return std::nullopt;
  return Finding{board_->looks, board_->throttled, board_->lowest_mhz, board_->highest_mhz};
}

}  // namespace slicewise::bench::cuda
