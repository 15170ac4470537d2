#pragma once

#include <cstdint>
#include <functional>

/// A GPU that is none: "kernels" are host code, and processes take turns by slices through shared memory, as under
/// time-slicing. It lets the whole of slicewise-bench-cuda but its kernels run where there is no GPU. Nothing that it
/// measures says anything about a GPU.
namespace emulated {

constexpr std::int64_t kSliceNs = 4'000'000;
constexpr std::int64_t kPreemptNs = 300'000;
constexpr std::int64_t kVoluntaryNs = 200'000;
constexpr std::int64_t kIdleNs = 100'000;
constexpr std::int64_t kMemory = std::int64_t{2} << 30U;
constexpr std::int64_t kContext = std::int64_t{100} << 20U;
constexpr int kMultiprocessors = 8;

/// The timer that all processes see; ns since long ago, as on a GPU. For kernels only: it stands still between two
/// looks that are so far apart that the host must have run somebody else.
std::int64_t timer_ns();

/// Within a kernel: gives the GPU to the next process if the slice is over and another waits. Returns when it is back.
void slice_point();

/// Runs kernels one after the other; `launch` returns at once, `wait` when all are done.
void launch(std::function<void()> kernel);
void wait();
/// How many kernels were launched and how many have ended so far.
std::int64_t launched();
void wait_until_ended(std::int64_t count);

/// Memory of the card, over all processes that live. False: there is not that much left.
bool take_memory(std::int64_t bytes);
void give_memory(std::int64_t bytes);
std::int64_t free_memory();

}  // namespace emulated
