#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace slicewise::bench::cuda {

/// What a launch occupies.
struct Shape {
  int blocks = 1;
  int threads = 256;
  int shared_bytes = 0;         // dynamic shared memory of a block
  bool many_registers = false;  // about 128 live registers a thread instead of a few
};

/// One absence as the GPU logs it.
struct LogRow {
  long long off_ns;
  long long on_ns;
  long long work;
};

/// How a logging kernel went. In GPU memory.
struct LogHead {
  long long first_ns;
  long long last_ns;
  long long work;
  long long absences;  // may be more than there is room for
};

/// Where a logging kernel writes, and when it ends.
struct Log {
  LogHead* head = nullptr;
  LogRow* rows = nullptr;
  long long capacity = 0;
  long long duration_ns = 0;
  long long threshold_ns = 0;  // two stamps of one thread further apart than this: it was off the GPU
  int* started = nullptr;      // host memory mapped for the GPU: becomes 1 when the kernel runs; may be null
};

/// First and last moment of one or more kernels, in GPU memory; {max, 0} before them.
struct Stamp {
  unsigned long long first_ns;
  unsigned long long last_ns;
};

/// How many blocks of the spin kernel fit on one multiprocessor; 0: not even one.
int blocks_per_multiprocessor(const Shape& shape);

/// Keeps all blocks busy for `log.duration_ns` of the GPU's timer; one thread reads it without a pause and logs
/// absences. Blocks must fit in one wave, so that no block waits for another.
void launch_spin(const Shape& shape, const Log& log, cudaStream_t stream);

/// `iterations` of arithmetic in each thread, whatever else happens to the GPU meanwhile. `stamp` is widened to the
/// first and last moment; not null.
void launch_work(const Shape& shape, long long iterations, Stamp* stamp, cudaStream_t stream);

/// Like spin, but each thread follows pointers: `next` holds one number in each line of 128 bytes, `lines` of them.
void launch_chase(const Shape& shape, const Log& log, const unsigned* next, unsigned lines, cudaStream_t stream);

/// `count` different readings of the GPU's timer one after the other, and the multiprocessor's cycles at each. Fewer if
/// the timer stands still: zero both arrays before.
void launch_ticks(long long* timer_ns, long long* cycles, int count, cudaStream_t stream);

/// Does nothing but stamp its time, if `stamp` is not null.
void launch_stamp(Stamp* stamp, cudaStream_t stream);

}  // namespace slicewise::bench::cuda
