#pragma once

#include <cuda_runtime_api.h>

#include "check.hpp"
#include "session.hpp"

namespace slicewise::bench::cuda {

/// A place in a stream that a thread can wait for: spinning, or asleep.
class Event {
 public:
  enum class Wait : unsigned int { kSpinning = 0, kSleeping = cudaEventBlockingSync };
  explicit Event(Wait wait = Wait::kSpinning) {
    CUDA_CHECK(cudaEventCreateWithFlags(&event_, static_cast<unsigned int>(wait) | cudaEventDisableTiming));
  }
  ~Event() { CUDA_REPORT(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record(const Stream& stream) const { CUDA_CHECK(cudaEventRecord(event_, stream.get())); }
  void wait() const { CUDA_CHECK(cudaEventSynchronize(event_)); }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace slicewise::bench::cuda
