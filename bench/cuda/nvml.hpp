#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace slicewise::bench::cuda {

/// One MIG instance, as its device is named in CUDA_VISIBLE_DEVICES.
struct MigInstance {
  std::string uuid;
  std::string name;  // "NVIDIA A100-SXM4-40GB MIG 1g.5gb"
};

/// The driver's management library, opened at run time: there is nothing to link, and a machine without it is fine.
/// Read-only: no clock, mode or limit is ever set.
class Nvml {
 public:
  /// The device with this PCI bus id ("0000:3B:00.0"), as CUDA names it; the first one if empty.
  explicit Nvml(const std::string& pci_bus_id);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  bool there() const { return device_ != nullptr; }
  std::optional<std::string> driver() const;
  std::optional<std::string> uuid() const;
  std::optional<bool> mig_enabled() const;
  std::vector<MigInstance> mig_instances() const;
  /// Compute processes on the device as far as this container may see them.
  std::optional<int> processes() const;
  /// True while power, heat or the hardware hold the clocks down.
  std::optional<bool> throttled() const;
  std::optional<int> sm_clock_mhz() const;

 private:
  template <class Function>
  Function* look_up(const char* name) const;
  using Device = void*;

  void* library_ = nullptr;
  Device device_ = nullptr;
};

}  // namespace slicewise::bench::cuda
