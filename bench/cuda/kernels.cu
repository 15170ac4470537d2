#include "check.hpp"
#include "kernels.hpp"

namespace slicewise::bench::cuda {
namespace {

constexpr int kWarp = 32;
constexpr int kWordsInLine = 32;  // 128 bytes
constexpr int kChaseSteps = 4;    // loads between two readings of the timer: well under the threshold even from DRAM
constexpr int kManyRegisters = 96;
// A few microseconds of arithmetic: the timer is read by one thread without a pause and seldom by the others.
constexpr int kStepsBetweenLooks = 1024;
// No turn of a loop is shorter than this, in ns, even on the fastest card: bounds on turns derived from these end no
// kernel early, but one whose timer stands still after seconds.
constexpr int kShortestLook = 10;
constexpr int kShortestChase = 40;
constexpr int kShortestRound = 100;

__device__ __forceinline__ long long timer_ns() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
  return static_cast<long long>(t);
}

/// The first lane of block 0 logs; the rest of its warp steps aside, so that nothing diverges.
__device__ __forceinline__ bool is_logger() {
  return blockIdx.x == 0 && threadIdx.x == 0;
}
__device__ __forceinline__ bool beside_logger() {
  return blockIdx.x == 0 && threadIdx.x > 0 && threadIdx.x < kWarp;
}

/// A thread's view of its own presence on the GPU.
class Logger {
 public:
  __device__ explicit Logger(const Log& log) : log_{log}, first_{timer_ns()}, last_{first_} {
    if (log_.started != nullptr) {
      *const_cast<volatile int*>(log_.started) = 1;
      __threadfence_system();
    }
  }
  /// Reads the timer once; false when the time is over.
  __device__ bool look(long long work) {
    const long long now = timer_ns();
    if (now - last_ > log_.threshold_ns) {
      if (absences_ < log_.capacity) log_.rows[absences_] = LogRow{last_, now, work};
      ++absences_;
    }
    last_ = now;
    return now - first_ < log_.duration_ns;
  }
  __device__ void finish(long long work) const { *log_.head = LogHead{first_, last_, work, absences_}; }

 private:
  Log log_;
  long long first_;
  long long last_;
  long long absences_ = 0;
};

/// Arithmetic that the compiler can neither finish early nor drop. `kRegisters` values stay alive in each thread.
template <int kRegisters>
class Busy {
 public:
  __device__ explicit Busy(float seed) {
#pragma unroll
    for (int i = 0; i < kRegisters; ++i) x_[i] = seed + static_cast<float>(i);
  }
  __device__ __forceinline__ void step(float a, float b) {
#pragma unroll
    for (int i = 0; i < kRegisters; ++i) x_[i] = fmaf(x_[i], a, b);
  }
  /// Never true in practice: the values stay near 1. Something must depend on it, or the arithmetic would be dropped.
  __device__ bool impossible() const {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kRegisters; ++i) sum += x_[i];
    return sum == -12345.678F;
  }

 private:
  float x_[kRegisters];
};

/// The number of rounds is bounded too: a timer that stood still must not keep the GPU.
template <int kRegisters>
__global__ void __launch_bounds__(256) spin(Log log, float a, float b, int shared_words) {
  extern __shared__ float shared[];
  for (int i = static_cast<int>(threadIdx.x); i < shared_words; i += static_cast<int>(blockDim.x)) shared[i] = a;
  if (beside_logger()) return;
  if (is_logger()) {
    Logger logger{log};
    const long long looks = log.duration_ns / kShortestLook;
    long long work = 0;
    while (work < looks && logger.look(work)) ++work;
    logger.finish(work);
    return;
  }
  Busy<kRegisters> busy{static_cast<float>(threadIdx.x)};
  const long long first = timer_ns();
  const long long rounds = log.duration_ns / kShortestRound;
  for (long long round = 0; round < rounds && timer_ns() - first < log.duration_ns; ++round) {
#pragma unroll 1
    for (int i = 0; i < kStepsBetweenLooks / kRegisters; ++i) busy.step(a, b);
  }
  if (busy.impossible()) log.head->work = -1;
}

__global__ void __launch_bounds__(256) work(long long iterations, Stamp* stamp, float a, float b) {
  if (threadIdx.x == 0) atomicMin(&stamp->first_ns, static_cast<unsigned long long>(timer_ns()));
  Busy<4> busy{static_cast<float>(threadIdx.x)};
#pragma unroll 1
  for (long long i = 0; i < iterations; ++i) busy.step(a, b);
  if (busy.impossible()) stamp->last_ns = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(&stamp->last_ns, static_cast<unsigned long long>(timer_ns()));
}

__global__ void __launch_bounds__(256) chase(Log log, const unsigned* next, unsigned lines) {
  if (beside_logger()) return;
  const unsigned threads = gridDim.x * blockDim.x;
  const unsigned self = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = static_cast<unsigned>(static_cast<unsigned long long>(self) * lines / threads);
  const auto steps = [&] {
#pragma unroll
    for (int i = 0; i < kChaseSteps; ++i) at = next[static_cast<size_t>(at) * kWordsInLine];
  };
  const long long rounds = log.duration_ns / kShortestChase;
  if (is_logger()) {
    Logger logger{log};
    long long work = 0;
    while (work < rounds && logger.look(work)) {
      steps();
      ++work;
    }
    logger.finish(at < lines ? work : -1);  // `at` is used: the loads cannot be dropped
    return;
  }
  const long long first = timer_ns();
  for (long long round = 0; round < rounds && timer_ns() - first < log.duration_ns; ++round) steps();
  if (at >= lines) log.head->work = -1;
}

__global__ void ticks(long long* timer, long long* cycles, int count) {
  long long last = timer_ns();
  for (int i = 0; i < count; ++i) {
    long long now = timer_ns();
    for (int tries = 0; now == last && tries < 1000000; ++tries) now = timer_ns();
    if (now == last) return;  // a timer that stands still: the rest keeps what the host wrote
    timer[i] = now;
    cycles[i] = clock64();
    last = now;
  }
}

__global__ void stamp_only(Stamp* stamp) {
  if (stamp == nullptr) return;
  const auto now = static_cast<unsigned long long>(timer_ns());
  atomicMin(&stamp->first_ns, now);
  atomicMax(&stamp->last_ns, now);
}

using SpinKernel = void (*)(Log, float, float, int);

SpinKernel spin_kernel(const Shape& shape) {
  return shape.many_registers ? &spin<kManyRegisters> : &spin<1>;
}

/// More than 48 KiB of shared memory in a block must be asked for; that several such blocks fit, too: else the driver
/// may leave part of it to the L1 cache.
void allow_shared_memory(const Shape& shape) {
  if (shape.shared_bytes > 0)
    CUDA_CHECK(cudaFuncSetAttribute(spin_kernel(shape), cudaFuncAttributePreferredSharedMemoryCarveout,
                                    cudaSharedmemCarveoutMaxShared));
  if (shape.shared_bytes > 48 * 1024)
    CUDA_CHECK(
        cudaFuncSetAttribute(spin_kernel(shape), cudaFuncAttributeMaxDynamicSharedMemorySize, shape.shared_bytes));
}

dim3 blocks(const Shape& shape) {
  return dim3{static_cast<unsigned>(shape.blocks)};
}
dim3 threads(const Shape& shape) {
  return dim3{static_cast<unsigned>(shape.threads)};
}

// Factors that keep values near 1: no infinities, no denormals, nothing a compiler can foresee.
constexpr float kA = 0.999F;
constexpr float kB = 0.001F;

}  // namespace

int blocks_per_multiprocessor(const Shape& shape) {
  allow_shared_memory(shape);
  int fit = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, spin_kernel(shape), shape.threads,
                                                           static_cast<std::size_t>(shape.shared_bytes)));
  return fit;
}

void launch_spin(const Shape& shape, const Log& log, cudaStream_t stream) {
  allow_shared_memory(shape);
  spin_kernel(shape)<<<blocks(shape), threads(shape), static_cast<std::size_t>(shape.shared_bytes), stream>>>(
      log, kA, kB, shape.shared_bytes / 4);
  CUDA_CHECK(cudaGetLastError());
}

void launch_work(const Shape& shape, long long iterations, Stamp* stamp, cudaStream_t stream) {
  work<<<blocks(shape), threads(shape), 0, stream>>>(iterations, stamp, kA, kB);
  CUDA_CHECK(cudaGetLastError());
}

void launch_chase(const Shape& shape, const Log& log, const unsigned* next, unsigned lines, cudaStream_t stream) {
  chase<<<blocks(shape), threads(shape), 0, stream>>>(log, next, lines);
  CUDA_CHECK(cudaGetLastError());
}

void launch_ticks(long long* timer, long long* cycles, int count, cudaStream_t stream) {
  ticks<<<1, 1, 0, stream>>>(timer, cycles, count);
  CUDA_CHECK(cudaGetLastError());
}

void launch_stamp(Stamp* stamp, cudaStream_t stream) {
  stamp_only<<<1, 1, 0, stream>>>(stamp);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace slicewise::bench::cuda
