#pragma once

#include <sys/types.h>

#include <string>

namespace slicewise::bench::cuda {

/// A process that keeps the card's driver in use as long as this lives, without a context: a card that nobody uses may
/// fall asleep, and every measurement would start with waking it. Where there is no NVML, nothing is held.
class DriverHold {
 public:
  /// Returns when the card is awake, or after ten seconds.
  explicit DriverHold(const std::string& pci_bus_id);
  ~DriverHold();
  DriverHold(const DriverHold&) = delete;
  DriverHold& operator=(const DriverHold&) = delete;

 private:
  pid_t holder_ = 0;
};

}  // namespace slicewise::bench::cuda
