#include "processes.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <thread>

#include "bench/record/deadline.hpp"
#include "column_text.hpp"

namespace slicewise::bench::cuda {

namespace detail {

/// What all processes of a team see. Lives in memory that the forks share.
struct Board {
  std::atomic<int> stop{0};
  std::atomic<int> waiting{0};
  std::atomic<int> generation{0};
  std::atomic<int> turn{0};
  std::atomic<std::int64_t> cells[kCells]{};
  std::atomic<std::size_t> sent[kMostProcesses]{};  // bytes of text in the member's own letter box
  char problem[kMostProcesses][512]{};
};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "only lock-free atomics work between processes");

}  // namespace detail

namespace {

constexpr std::size_t kLetterBox = std::size_t{256} << 20U;  // address space; pages are taken when written to

/// Memory that this process shares with the ones it forks.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes)
      : bytes_{bytes},
        start_{mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)} {
    if (start_ == MAP_FAILED)
      throw std::runtime_error{std::string{"no shared memory for the processes: "} + std::strerror(errno)};
  }
  ~SharedMemory() { munmap(start_, bytes_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  char* data() const { return static_cast<char*>(start_); }

 private:
  std::size_t bytes_;
  void* start_;
};

void pause_a_little(int tries) {
  if (tries < 200)
    sched_yield();
  else
    std::this_thread::sleep_for(std::chrono::microseconds{50});
}

void say(char (&place)[512], const char* what) {
  std::snprintf(place, sizeof place, "%s", what);
}

/// The life of one process; never returns.
[[noreturn]] void live(detail::Board& board, char* letter_box, int rank, int size, pid_t parent,
                       const std::function<void(Member&)>& body) {
  // Ctrl-C reaches the whole group; the parent passes it on as `stop`, so that kernels end in peace.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  Member member{board, rank, size};
  int code = 0;
  try {
    body(member);
  } catch (const Stopped&) {
  } catch (const std::exception& error) {
    say(board.problem[rank], error.what());
    code = 1;
  } catch (...) {
    say(board.problem[rank], "an unknown exception");
    code = 1;
  }
  try {
    const std::string text = columns_to_text(member.columns);
    if (text.size() > kLetterBox) {
      say(board.problem[rank], "more samples than the letter box holds");
      code = 1;
    } else {
      std::memcpy(letter_box, text.data(), text.size());
      board.sent[rank] = text.size();
    }
  } catch (...) {
    code = 1;
  }
  std::fflush(nullptr);
  _exit(code);
}

std::string ending(int status) {
  if (WIFSIGNALED(status)) return std::string{"a process ended by signal "} + std::to_string(WTERMSIG(status));
  return "a process ended with code " + std::to_string(WEXITSTATUS(status));
}

/// The processes that still run.
class Children {
 public:
  void add(pid_t pid) { pids_.push_back(pid); }
  bool any() const {
    return std::any_of(pids_.begin(), pids_.end(), [](pid_t pid) { return pid != 0; });
  }
  /// Takes note of who has ended; the rank and status of one that ended badly goes to `bad`.
  void look(const std::function<void(std::size_t, int)>& bad) {
    for (std::size_t rank = 0; rank < pids_.size(); ++rank) {
      int status = 0;
      if (pids_[rank] == 0) continue;
      const pid_t got = waitpid(pids_[rank], &status, WNOHANG);
      if (got == 0 || (got < 0 && errno != ECHILD)) continue;  // ECHILD: gone, and nobody knows how
      pids_[rank] = 0;
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) bad(rank, status);
    }
  }
  void kill_all() const {
    for (const pid_t pid : pids_) {
      if (pid != 0) kill(pid, SIGKILL);
    }
  }

 private:
  std::vector<pid_t> pids_;
};

}  // namespace

std::int64_t host_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void wait_until(std::int64_t at_ns) {
  constexpr std::int64_t kSpin = 200'000;  // a sleep may end this late
  if (const std::int64_t left = at_ns - host_ns(); left > kSpin)
    std::this_thread::sleep_for(std::chrono::nanoseconds{left - kSpin});
  while (host_ns() < at_ns) {
  }
}

bool Member::stop() const {
  return board_.stop.load() != 0;
}

void Member::barrier() {
  const int generation = board_.generation.load();
  if (board_.waiting.fetch_add(1) + 1 == size_) {
    board_.waiting = 0;
    board_.generation.fetch_add(1);
    return;
  }
  for (int tries = 0; board_.generation.load() == generation; ++tries) {
    if (stop()) throw Stopped{};
    pause_a_little(tries);
  }
}

void Member::in_turn(const std::function<void()>& action) {
  for (int tries = 0; board_.turn.load() != rank_; ++tries) {
    if (stop()) throw Stopped{};
    pause_a_little(tries);
  }
  action();
  board_.turn.fetch_add(1);
}

void Member::each_alone(const std::function<void()>& action) {
  for (int rank = 0; rank < size_; ++rank) {
    if (rank == rank_) action();
    barrier();
  }
}

std::atomic<std::int64_t>& Member::cell(int i) const {
  return board_.cells[i];
}

void Member::wait_for(int i, std::int64_t value) const {
  for (int tries = 0; cell(i).load() < value; ++tries) {
    if (stop()) throw Stopped{};
    pause_a_little(tries);
  }
}

Outcome run_team(int size, double seconds, const std::function<void(Member&)>& body, double grace_s) {
  if (size < 1 || size > kMostProcesses) throw std::logic_error{"a team has 1 to 64 processes"};
  const SharedMemory board_memory{sizeof(detail::Board)};
  const SharedMemory letters{kLetterBox * static_cast<std::size_t>(size)};
  auto& board = *new (board_memory.data()) detail::Board;
  const auto letter_box = [&](std::size_t rank) { return letters.data() + kLetterBox * rank; };

  Outcome outcome;
  outcome.columns.resize(static_cast<std::size_t>(size));
  const auto note = [&](const std::string& what) {
    if (outcome.problem.empty()) outcome.problem = what;
    board.stop = 1;
  };
  std::fflush(nullptr);
  const pid_t self = getpid();
  Children children;
  for (int rank = 0; rank < size; ++rank) {
    const pid_t pid = fork();
    if (pid == 0) live(board, letter_box(static_cast<std::size_t>(rank)), rank, size, self, body);
    if (pid < 0) {
      note(std::string{"no new process: "} + std::strerror(errno));
      break;
    }
    children.add(pid);
  }

  const Deadline time{seconds};
  std::int64_t stopped_at = 0;  // 0: not yet
  bool killed = false;
  for (;;) {
    children.look([&](std::size_t rank, int status) {
      const std::string why = board.problem[rank];
      note("process " + std::to_string(rank) + ": " + (why.empty() ? ending(status) : why));
    });
    if (!children.any()) break;
    if (interrupted()) outcome.interrupted = true;
    if (time.over()) board.stop = 1;
    if (board.stop.load() != 0 && stopped_at == 0) stopped_at = host_ns();
    if (stopped_at != 0) {
      const double since_s = static_cast<double>(host_ns() - stopped_at) * 1e-9;
      if (since_s > grace_s && !killed) {
        note("a process did not stop in time and was killed");
        children.kill_all();
        killed = true;
      }
      if (since_s > grace_s + 10) {  // stuck in the driver: not even a kill ends it
        note("a process does not end; the driver may need a restart");
        break;
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  for (std::size_t rank = 0; rank < outcome.columns.size(); ++rank)
    outcome.columns[rank] = columns_from_text({letter_box(rank), board.sent[rank].load()});
  return outcome;
}

}  // namespace slicewise::bench::cuda
