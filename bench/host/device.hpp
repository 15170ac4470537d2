#pragma once

#include <semaphore.h>

#include <cstdint>
#include <functional>

#include "seat.hpp"

namespace slicewise::bench::host {

/// When a burst was handed over, ran its first and its last instruction (now_ns).
struct Burst {
  std::int64_t submitted = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// The core as a GPU is used: a host hands over a burst and waits for its end. Each burst is a new thread, because a
/// new thread starts with a whole slice; one that slept goes on with the slice it had left.
class Device {
 public:
  explicit Device(const Seat& seat);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  Burst run(std::int64_t iterations);
  /// The same with other work than `work(iterations)`.
  Burst run(const std::function<void()>& job);

 private:
  static void* enter(void* self);

  Seat seat_;
  sem_t done_;
  const std::function<void()>* job_ = nullptr;
  Burst burst_;
};

}  // namespace slicewise::bench::host
