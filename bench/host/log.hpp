#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared_array.hpp"

namespace slicewise::bench::host {

/// For each process a list of fixed capacity in shared memory. An entry is there once `add` has returned: a process
/// that is killed leaves whole entries only.
template <class T>
class Log {
 public:
  Log(int processes, std::size_t capacity)
      : capacity_{capacity},
        entries_(static_cast<std::size_t>(processes) * capacity),
        counts_(static_cast<std::size_t>(processes)) {}

  void add(int process, const T& entry) {
    Count& count = counts_[static_cast<std::size_t>(process)];
    const std::size_t n = count.kept.load(std::memory_order_relaxed);
    if (n == capacity_) {
      ++count.lost;
      return;
    }
    entries_[static_cast<std::size_t>(process) * capacity_ + n] = entry;
    count.kept.store(n + 1, std::memory_order_release);
  }
  std::vector<T> of(int process) const {
    const T* first = &entries_[static_cast<std::size_t>(process) * capacity_];
    return {first, first + counts_[static_cast<std::size_t>(process)].kept.load(std::memory_order_acquire)};
  }
  std::int64_t lost(int process) const { return counts_[static_cast<std::size_t>(process)].lost; }

 private:
  struct Count {
    std::atomic<std::size_t> kept;
    std::int64_t lost;
  };
  std::size_t capacity_;
  SharedArray<T> entries_;
  SharedArray<Count> counts_;
};

}  // namespace slicewise::bench::host
