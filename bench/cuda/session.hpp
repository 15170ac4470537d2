#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "clocks.hpp"
#include "kernels.hpp"
#include "timeline.hpp"

namespace slicewise::bench::cuda {

/// GPU memory for `size` values of T.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_{size} {
    void* start = nullptr;
    CUDA_CHECK(cudaMalloc(&start, size * sizeof(T)));
    start_ = static_cast<T*>(start);
  }
  ~DeviceArray() { CUDA_REPORT(cudaFree(start_)); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* data() const { return start_; }
  std::size_t size() const { return size_; }
  void write(const std::vector<T>& values) const {
    CUDA_CHECK(cudaMemcpy(start_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> read(std::size_t count) const {
    std::vector<T> values(count);
    if (count > 0) CUDA_CHECK(cudaMemcpy(values.data(), start_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  std::size_t size_;
  T* start_ = nullptr;
};

/// One number of this process that a kernel can set while it runs.
class MappedFlag {
 public:
  MappedFlag();
  ~MappedFlag();
  MappedFlag(const MappedFlag&) = delete;
  MappedFlag& operator=(const MappedFlag&) = delete;
  int* on_device() const { return device_; }
  void clear() const { *host_ = 0; }
  bool set() const { return *host_ != 0; }

 private:
  volatile int* host_ = nullptr;
  int* device_ = nullptr;
};

/// Ordered with cudaMemcpy, which uses the default stream.
class Stream {
 public:
  Stream() { CUDA_CHECK(cudaStreamCreate(&stream_)); }
  ~Stream() { CUDA_REPORT(cudaStreamDestroy(stream_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }
  void wait() const { CUDA_CHECK(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// The context is made here, before anything else of CUDA in this process.
class Context {
 public:
  Context();
  int attribute(cudaDeviceAttr which) const;
  int multiprocessors() const { return attribute(cudaDevAttrMultiProcessorCount); }
};

constexpr std::size_t kMostStamps = 4096;

/// What one process needs to measure: its context and everything that costs time to make, made beforehand.
class Session {
 public:
  Session();
  const Context& context() const { return context_; }
  const Stream& stream() const { return stream_; }
  /// One block on each multiprocessor.
  Shape one_wave() const { return {context_.multiprocessors(), 256, 0, false}; }

  /// Computes for a while, so that the clocks are up before anything counts.
  void warm(double seconds);
  /// Now, on both clocks: by the quickest of some round trips, good to about half of it. Only while nobody else
  /// computes.
  ClockPair clocks();
  /// Runs a tiny kernel, or the work kernel, to its end. When it ran comes with `take_stamps`: between the two nothing
  /// but the kernel touches the GPU.
  void run_stamp();
  void run_work(const Shape& shape, std::int64_t iterations);
  /// When the kernels since the last call ran. At most kMostStamps may have been run.
  std::vector<Interval> take_stamps();
  /// The work kernel, without a wait and without a stamp.
  void launch_work(const Shape& shape, std::int64_t iterations) const;

  /// Makes ready for the next `start_spin`. It copies to the GPU, which others may hold: where the moment of the start
  /// matters, call it beforehand.
  Log prepare_spin(double seconds) const;
  /// Starts a kernel that logs this process's absences; `finish` waits for it.
  void start_spin(const Shape& shape, const Log& prepared) const;
  void start_spin(const Shape& shape, double seconds) const { start_spin(shape, prepare_spin(seconds)); }
  void start_chase(const Shape& shape, double seconds, const DeviceArray<unsigned>& next, unsigned lines) const;
  /// Until the kernel that was started last runs. False after `limit_s`.
  bool wait_for_start(double limit_s) const;
  Timeline finish() const;

 private:
  Log log(double seconds, std::int64_t threshold_ns) const;
  Stamp* next_stamp();
  void clear_stamps() const;

  Context context_;
  Stream stream_;
  DeviceArray<LogHead> head_{1};
  DeviceArray<LogRow> rows_{1U << 16U};
  DeviceArray<Stamp> stamps_{kMostStamps};
  std::size_t used_ = 0;
  DeviceArray<Stamp> unread_{1};
  MappedFlag started_;
};

/// Two stamps further apart than this: the process was off the GPU. Ticks are about 1 us, the shortest absence (two
/// switches and a kernel) is above 80 us. A chase looks at the timer less often.
constexpr std::int64_t kSpinThresholdNs = 15'000;
constexpr std::int64_t kChaseThresholdNs = 30'000;

}  // namespace slicewise::bench::cuda
