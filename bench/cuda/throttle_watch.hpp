#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace slicewise::bench::cuda {

/// Asks the driver some times a second whether power or heat holds the clocks down, in a process of its own.
class ThrottleWatch {
 public:
  explicit ThrottleWatch(const std::string& pci_bus_id);
  ~ThrottleWatch();
  ThrottleWatch(const ThrottleWatch&) = delete;
  ThrottleWatch& operator=(const ThrottleWatch&) = delete;

  struct Finding {
    std::int64_t looks = 0;
    std::int64_t throttled = 0;
    std::int64_t lowest_mhz = 0;
    std::int64_t highest_mhz = 0;
  };
  /// So far; none where the driver does not tell.
  std::optional<Finding> finding() const;

 private:
  struct Board;
  Board* board_ = nullptr;
  pid_t watcher_ = 0;
};

}  // namespace slicewise::bench::cuda
