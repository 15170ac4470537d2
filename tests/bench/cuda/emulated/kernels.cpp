// What kernels.cu does, as host code on the emulated GPU.
#include "bench/cuda/kernels.hpp"

#include <algorithm>

#include "gpu.hpp"

namespace slicewise::bench::cuda {
namespace {

/// Logs as the GPU's logging thread does; `step` is its work between two looks at the timer.
template <class Step>
void spin(const Log& log, Step step) {
  const std::int64_t first = emulated::timer_ns();
  *const_cast<volatile int*>(log.started) = 1;
  LogHead head{first, first, 0, 0};
  for (;;) {
    emulated::slice_point();
    const std::int64_t now = emulated::timer_ns();
    if (now - head.last_ns > log.threshold_ns) {
      if (head.absences < log.capacity) log.rows[head.absences] = {head.last_ns, now, head.work};
      ++head.absences;
    }
    head.last_ns = now;
    if (now - first >= log.duration_ns) break;
    step();
    ++head.work;
  }
  *log.head = head;
}

void widen(Stamp* stamp, std::int64_t t) {
  stamp->first_ns = std::min(stamp->first_ns, static_cast<unsigned long long>(t));
  stamp->last_ns = std::max(stamp->last_ns, static_cast<unsigned long long>(t));
}

void work_for(std::int64_t ns) {
  std::int64_t last = emulated::timer_ns();
  while (ns > 0) {
    emulated::slice_point();
    const std::int64_t now = emulated::timer_ns();
    ns -= std::min<std::int64_t>(now - last, 20'000);  // an absence is not work
    last = now;
  }
}

}  // namespace

int blocks_per_multiprocessor(const Shape& shape) {
  return std::min(2048 / shape.threads, shape.shared_bytes > 0 ? 64 * 1024 / shape.shared_bytes : 32);
}

void launch_spin(const Shape&, const Log& log, cudaStream_t) {
  emulated::launch([log] { spin(log, [] {}); });
}

void launch_work(const Shape& shape, long long iterations, Stamp* stamp, cudaStream_t) {
  const int waves = std::max(1, shape.blocks / emulated::kMultiprocessors);
  emulated::launch([=] {
    widen(stamp, emulated::timer_ns());
    work_for(iterations * waves * 2);
    widen(stamp, emulated::timer_ns());
  });
}

void launch_chase(const Shape&, const Log& log, const unsigned* next, unsigned, cudaStream_t) {
  emulated::launch([=] {
    unsigned at = 0;
    spin(log, [&] { at = next[static_cast<std::size_t>(at) * 32]; });
  });
}

void launch_ticks(long long* timer, long long* cycles, int count, cudaStream_t) {
  emulated::launch([=] {
    std::int64_t last = emulated::timer_ns();
    for (int i = 0; i < count; ++i) {
      std::int64_t now = last;
      while (now == last) now = emulated::timer_ns();
      timer[i] = last = now;
      cycles[i] = 2 * now;
    }
  });
}

void launch_stamp(Stamp* stamp, cudaStream_t) {
  emulated::launch([=] {
    if (stamp != nullptr) widen(stamp, emulated::timer_ns());
  });
}

}  // namespace slicewise::bench::cuda
