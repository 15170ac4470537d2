#include "gpu.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <thread>

namespace emulated {
namespace {

constexpr int kSeats = 64;

/// What all processes share. Mapped before the first fork.
struct Card {
  std::atomic<int> owner{-1};
  std::atomic<std::int64_t> handed_at{0};  // when the owner was named, on the host's clock
  std::atomic<std::int64_t> lost{0};       // how long the card stood still because the host did not run its owner
  std::atomic<int> resident{-1};
  std::atomic<int> waiting[kSeats]{};
  std::atomic<int> pid[kSeats]{};
  std::atomic<std::int64_t> memory[kSeats]{};
};

Card& card() {
  static Card& shared =
      *new (mmap(nullptr, sizeof(Card), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Card;
  return shared;
}
[[maybe_unused]] const Card& mapped_early = card();

std::int64_t now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds{1};
}

constexpr std::int64_t kPause = 10'000;  // between two looks: the operating system ran somebody else
std::int64_t last_look = 0;

void spin_for(std::int64_t ns) {
  last_look = now();
  for (const std::int64_t end = timer_ns() + ns; timer_ns() < end;) {
  }
}

void hand_over(int next) {
  card().handed_at = now();
  card().owner = next;
}

bool alive(int seat) {
  const int pid = card().pid[seat];
  return pid != 0 && kill(pid, 0) == 0;
}

/// This process's place in the ring, in the order of the first call.
int seat() {
  static const int mine = [] {
    for (int i = 0; i < kSeats; ++i) {
      int old = card().pid[i];
      if (old != 0 && kill(old, 0) == 0) continue;
      if (card().pid[i].compare_exchange_strong(old, getpid())) {
        card().waiting[i] = 0;
        card().memory[i] = kContext;
        return i;
      }
    }
    std::abort();
  }();
  return mine;
}

std::int64_t slice_start = 0;

int next_waiting() {
  for (int i = 1; i < kSeats; ++i) {
    const int other = (seat() + i) % kSeats;
    if (card().waiting[other] != 0 && alive(other)) return other;
  }
  return -1;
}

void wait_for_turn() {
  card().waiting[seat()] = 1;
  for (int tries = 0;; ++tries) {
    int owner = card().owner;
    if (owner == seat()) {
      card().lost += now() - card().handed_at;
      break;
    }
    if (owner >= 0 && !alive(owner)) card().owner.compare_exchange_strong(owner, -1);
    int nobody = -1;
    if (card().owner.compare_exchange_strong(nobody, seat())) {
      const int before = card().resident;
      if (before != seat() && before >= 0) spin_for(kIdleNs);
      break;
    }
    if (tries < 50)
      sched_yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds{20});
  }
  card().waiting[seat()] = 0;
  card().resident = seat();
  last_look = now();
  slice_start = timer_ns();
}

/// One thread that runs this process's kernels. Started at the first launch, so never before a fork.
class Queue {
 public:
  std::int64_t launch(std::function<void()> kernel) {
    const std::lock_guard lock{mutex_};
    if (!started_) std::thread{[this] { work(); }}.detach();
    started_ = true;
    kernels_.push_back(std::move(kernel));
    changed_.notify_all();
    return ++launched_;
  }
  void wait_for(std::int64_t count) {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return ended_ >= count; });
  }
  std::int64_t launched() {
    const std::lock_guard lock{mutex_};
    return launched_;
  }

 private:
  void work() {
    std::unique_lock lock{mutex_};
    for (;;) {
      changed_.wait(lock, [&] { return !kernels_.empty(); });
      lock.unlock();
      wait_for_turn();
      lock.lock();
      while (!kernels_.empty()) {
        const auto kernel = std::move(kernels_.front());
        kernels_.pop_front();
        lock.unlock();
        last_look = now();
        kernel();
        lock.lock();
        ++ended_;
        changed_.notify_all();
      }
      lock.unlock();
      const int next = next_waiting();
      if (next >= 0) spin_for(kVoluntaryNs);
      hand_over(next);
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> kernels_;
  std::int64_t launched_ = 0;
  std::int64_t ended_ = 0;
  bool started_ = false;
};

Queue& queue() {
  static auto& one = *new Queue;  // its thread may outlive everything
  return one;
}

}  // namespace

std::int64_t timer_ns() {
  const std::int64_t t = now();
  if (t - last_look > kPause) card().lost += t - last_look;
  last_look = t;
  return t - card().lost + 1'700'000'000'000'000'000;
}

void slice_point() {
  const std::int64_t t = timer_ns();
  if (t - slice_start < kSliceNs) return;
  const int next = next_waiting();
  if (next < 0) {
    slice_start += (t - slice_start) / kSliceNs * kSliceNs;  // renewed on the same grid
    return;
  }
  spin_for(kPreemptNs);
  card().waiting[seat()] = 1;
  hand_over(next);
  wait_for_turn();
}

void launch(std::function<void()> kernel) {
  queue().launch(std::move(kernel));
}
std::int64_t launched() {
  return queue().launched();
}
void wait_until_ended(std::int64_t count) {
  queue().wait_for(count);
}
void wait() {
  queue().wait_for(queue().launched());
}

std::int64_t free_memory() {
  seat();
  std::int64_t free = kMemory;
  for (int i = 0; i < kSeats; ++i) free -= alive(i) ? card().memory[i].load() : 0;
  return free;
}
bool take_memory(std::int64_t bytes) {
  if (bytes > free_memory()) return false;
  card().memory[seat()] += bytes;
  return true;
}
void give_memory(std::int64_t bytes) {
  card().memory[seat()] -= bytes;
}

}  // namespace emulated
