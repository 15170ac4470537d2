#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace slicewise::bench::cuda {

/// What a process hands back: named columns of whole numbers (ns, bytes, counts).
using Columns = std::map<std::string, std::vector<std::int64_t>>;

/// Thrown inside a process that is told to finish while it waits for the others. No error.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error{"stopped"} {}
};

/// CLOCK_MONOTONIC: one clock for all processes of a machine.
std::int64_t host_ns();
/// Sleeps until shortly before, then spins: for submission times that mean something.
void wait_until(std::int64_t at_ns);

constexpr int kMostProcesses = 64;
constexpr int kCells = 64;

namespace detail {
struct Board;
}

/// One process of a team, seen from inside.
class Member {
 public:
  Member(detail::Board& board, int rank, int size) : board_{board}, rank_{rank}, size_{size} {}
  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Finish now: interrupted, out of time, or another one failed.
  bool stop() const;
  /// Waits for all members. Throws Stopped.
  void barrier();
  /// Runs `action` after all lower ranks have run theirs: fixes an order of creation. At most one call per team.
  void in_turn(const std::function<void()>& action);
  /// All members run `action`, one after the other; the others wait.
  void each_alone(const std::function<void()>& action);
  /// Whole numbers that all members share; all 0 at the start.
  std::atomic<std::int64_t>& cell(int i) const;
  /// Waits until cell(i) >= value. Throws Stopped.
  void wait_for(int i, std::int64_t value) const;
  /// Handed back when this process ends, also when it was stopped.
  Columns columns;

 private:
  detail::Board& board_;
  int rank_;
  int size_;
};

/// What came of a team.
struct Outcome {
  std::vector<Columns> columns;  // one entry per process; empty where it had none to give
  std::string problem;           // the first thing that went wrong; empty: nothing did
  bool interrupted = false;
};

/// Runs `body` in `size` new processes and waits for them. Call it before this process uses CUDA in any way: a context
/// does not survive a fork. After `seconds`, on an interrupt, or when one fails, all are told to stop; who does not
/// obey within `grace_s` is killed. Precondition: 1 <= size <= kMostProcesses.
Outcome run_team(int size, double seconds, const std::function<void(Member&)>& body, double grace_s = 5);

}  // namespace slicewise::bench::cuda
