#include "seat.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>

namespace slicewise::bench::host {
namespace {

constexpr int kDevicePriority = 10;
constexpr int kHostPriority = 11;
constexpr int kParentPriority = 20;
constexpr double kUsualSlice = 4e6;  // ns; the default scheduler has no fixed one, requests need some measure

bool schedule(int policy, int priority) {
  sched_param param{};
  param.sched_priority = priority;
  return sched_setscheduler(0, policy, &param) == 0;
}

void bind_to(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<unsigned>(cpu), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw std::system_error(errno, std::generic_category(), "no such core to run on: " + std::to_string(cpu));
}

}  // namespace

std::string Seat::scheduler() const {
  if (!round_robin) return "SCHED_OTHER";
  char text[64];
  std::snprintf(text, sizeof text, "SCHED_RR, slice %g ms", slice_ns * 1e-6);
  return text;
}

Seat find_seat(int cpu) {
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  bind_to(cpu);
  sched_setaffinity(0, sizeof before, &before);
  Seat seat{cpu, schedule(SCHED_RR, kDevicePriority), kUsualSlice};
  if (!seat.round_robin) return seat;
  std::timespec slice{};
  sched_rr_get_interval(0, &slice);
  seat.slice_ns = static_cast<double>(slice.tv_sec) * 1e9 + static_cast<double>(slice.tv_nsec);
  schedule(SCHED_OTHER, 0);
  return seat;
}

void sit_as_host(const Seat& seat) {
  bind_to(seat.cpu);
  if (seat.round_robin && !schedule(SCHED_RR, kHostPriority))
    throw std::system_error(errno, std::generic_category(), "SCHED_RR was permitted a moment ago");
  // Without: some page faults at the start, no harm. Within a limit it would leave no memory for the stack of a thread.
  rlimit memory{};
  const bool unlimited = getrlimit(RLIMIT_MEMLOCK, &memory) == 0 && memory.rlim_cur == RLIM_INFINITY;
  if (unlimited || geteuid() == 0) mlockall(MCL_CURRENT | MCL_FUTURE);
}

void queue_for_device(const Seat& seat) {
  if (seat.round_robin) schedule(SCHED_RR, kDevicePriority);  // puts it at the head of the queue
  sched_yield();
}

void sit_as_parent(const Seat& seat) {
  cpu_set_t others;
  sched_getaffinity(0, sizeof others, &others);
  CPU_CLR(static_cast<unsigned>(seat.cpu), &others);
  if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
  if (seat.round_robin) schedule(SCHED_FIFO, kParentPriority);
}

}  // namespace slicewise::bench::host
