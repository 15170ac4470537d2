#include "crew.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "bench/record/deadline.hpp"
#include "shared_array.hpp"

namespace slicewise::bench::host {
namespace {

constexpr double kGrace = 0.05;  // s after the end for those that are done with a request
constexpr double kLongest = 10;  // s: nobody else gets much of the core meanwhile
constexpr double kSetUp = 5;     // s for all children to get ready
constexpr std::int64_t kMs = 1'000'000;

struct Desk {
  std::atomic<int> ready;
  std::atomic<bool> stop;
  std::atomic<std::int64_t> start;  // 0: not yet
  std::int64_t end;
};

[[noreturn]] void child(const Seat& seat, int process, pid_t parent, double seconds, Desk& desk,
                        const std::function<void(int, const Shift&)>& body) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before we asked to be told
  std::signal(SIGINT, SIG_IGN);       // Ctrl-C reaches all; the parent decides
  std::signal(SIGTERM, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  alarm(static_cast<unsigned>(std::ceil(seconds + kSetUp + 2)));
  try {
    sit_as_host(seat);
    desk.ready.fetch_add(1);
    while (desk.start.load() == 0) sleep_until_ns(now_ns() + kMs / 5);
    const Shift shift{desk.start.load(), desk.end, &desk.stop, 0, 0, 0};
    sleep_until_ns(shift.start);
    body(process, shift);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "process %d: %s\n", process, error.what());
    _exit(1);
  }
  _exit(0);
}

/// Children that are still to be waited for; whatever happens, none stays behind.
class Family {
 public:
  Family() = default;
  Family(const Family&) = delete;
  Family& operator=(const Family&) = delete;
  ~Family() { end_all(); }
  void add(pid_t pid) { pids_.push_back(pid); }
  bool empty() const { return pids_.empty(); }
  /// Notes who has ended.
  void look() {
    for (std::size_t i = 0; i < pids_.size();) {
      int status = 0;
      const pid_t got = waitpid(pids_[i], &status, WNOHANG);
      if (got == 0 || (got < 0 && errno != ECHILD)) {  // ECHILD: gone, and nobody knows how
        ++i;
        continue;
      }
      pids_.erase(pids_.begin() + static_cast<std::ptrdiff_t>(i));
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) failed_ = true;
    }
  }
  void end_all() {
    for (const pid_t pid : pids_) kill(pid, SIGKILL);
    for (const pid_t pid : pids_) waitpid(pid, nullptr, 0);
    pids_.clear();
  }
  bool failed() const { return failed_; }
  /// CPU time of those that are still there.
  std::int64_t cpu_ns() const {
    std::int64_t sum = 0;
    for (const pid_t pid : pids_) {
      clockid_t clock{};
      std::timespec used{};
      if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
        sum += used.tv_sec * 1'000 * kMs + used.tv_nsec;
    }
    return sum;
  }

 private:
  std::vector<pid_t> pids_;
  bool failed_ = false;
};

/// Until the end, or until all are done. On entry `watched_ns` and `used_ns` are readings at the start.
void watch_over(Family& family, Desk& desk, Shift& shift) {
  const std::int64_t last = desk.end + static_cast<std::int64_t>(kGrace * 1e9);
  bool read = false;
  while (!family.empty() && now_ns() < last && !desk.stop.load()) {
    if (interrupted()) desk.stop = true;
    const std::int64_t due = read ? now_ns() + kMs : std::min(now_ns() + kMs, desk.end - kMs / 2);
    sleep_until_ns(due);
    const std::int64_t now = now_ns();
    shift.frozen_ns = std::max(shift.frozen_ns, now - due);
    if (!read && now >= desk.end - kMs / 2) {  // before the first one ends
      shift.used_ns = family.cpu_ns() - shift.used_ns;
      shift.watched_ns = now - shift.watched_ns;
      read = true;
    }
    family.look();
  }
  if (!read) shift.used_ns = shift.watched_ns = 0;
}

}  // namespace

Shift run_crew(const Seat& seat, int count, double seconds, const std::function<void(int, const Shift&)>& body) {
  seconds = std::min(seconds, kLongest);
  SharedArray<Desk> memory(1);
  Desk& desk = memory[0];
  Family family;
  const pid_t parent = getpid();
  std::fflush(nullptr);  // a child must not print what the parent has not yet
  for (int process = 0; process < count; ++process) {
    const pid_t pid = fork();
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "no further process");
    if (pid == 0) child(seat, process, parent, seconds, desk, body);
    family.add(pid);
  }
  const std::int64_t patience = now_ns() + static_cast<std::int64_t>(kSetUp * 1e9);
  while (desk.ready.load() < count) {
    family.look();
    if (family.failed() || now_ns() > patience) throw std::runtime_error("a process did not get ready");
    sleep_until_ns(now_ns() + kMs);
  }
  const std::int64_t start = now_ns() + 5 * kMs;
  desk.end = start + static_cast<std::int64_t>(seconds * 1e9);
  desk.start = start;
  sleep_until_ns(start);
  Shift shift{start, desk.end, nullptr, now_ns(), family.cpu_ns(), 0};
  watch_over(family, desk, shift);
  if (desk.stop.load()) sleep_until_ns(now_ns() + static_cast<std::int64_t>(kGrace * 1e9));
  family.look();
  family.end_all();
  sleep_until_ns(now_ns() + 10 * kMs);  // whom SCHED_RR kept off the core gets a turn
  if (family.failed()) throw std::runtime_error("a process failed");
  if (desk.stop.load()) shift.end = std::min(shift.end, now_ns());
  return shift;
}

}  // namespace slicewise::bench::host
