#include "nvml.hpp"

#include <dlfcn.h>

#include <array>

namespace slicewise::bench::cuda {
namespace {

// The part of NVML's stable C interface that is used here (nvml.h may be absent where the driver is present).
constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;
constexpr unsigned kSmClock = 1;
// Reasons that mean "slower than the card could": power cap, hardware slowdown, software and hardware heat, power
// brake.
constexpr unsigned long long kThrottled = 0x4 | 0x8 | 0x20 | 0x40 | 0x80;

using Text = std::array<char, 256>;
using Init = int();
using ByIndex = int(unsigned, void**);
using ByBus = int(const char*, void**);
using SystemText = int(char*, unsigned);
using DeviceText = int(void*, char*, unsigned);
using DeviceNumber = int(void*, unsigned*);
using TwoNumbers = int(void*, unsigned*, unsigned*);
using Reasons = int(void*, unsigned long long*);
using Clock = int(void*, unsigned, unsigned*);
using Processes = int(void*, unsigned*, void*);
using MigByIndex = int(void*, unsigned, void**);

std::optional<std::string> device_text(DeviceText* function, void* device) {
  Text text{};
  if (function == nullptr || function(device, text.data(), text.size()) != kSuccess) return std::nullopt;
  return std::string{text.data()};
}

}  // namespace

template <class Function>
Function* Nvml::look_up(const char* name) const {
  return library_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library_, name));
}

Nvml::Nvml(const std::string& pci_bus_id) : library_{dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)} {
  auto* const init = look_up<Init>("nvmlInit_v2");
  if (init == nullptr || init() != kSuccess) return;
  Device device = nullptr;
  int code = 1;
  if (pci_bus_id.empty()) {
    if (auto* const by_index = look_up<ByIndex>("nvmlDeviceGetHandleByIndex_v2")) code = by_index(0, &device);
  } else if (auto* const by_bus = look_up<ByBus>("nvmlDeviceGetHandleByPciBusId_v2")) {
    code = by_bus(pci_bus_id.c_str(), &device);
  }
  if (code == kSuccess) device_ = device;
}

Nvml::~Nvml() {
  if (auto* const shutdown = look_up<Init>("nvmlShutdown")) shutdown();
  if (library_ != nullptr) dlclose(library_);
}

std::optional<std::string> Nvml::driver() const {
  Text text{};
  auto* const function = look_up<SystemText>("nvmlSystemGetDriverVersion");
  if (function == nullptr || function(text.data(), text.size()) != kSuccess) return std::nullopt;
  return std::string{text.data()};
}

std::optional<std::string> Nvml::uuid() const {
  return there() ? device_text(look_up<DeviceText>("nvmlDeviceGetUUID"), device_) : std::nullopt;
}

std::optional<bool> Nvml::mig_enabled() const {
  unsigned now = 0;
  unsigned pending = 0;
  auto* const function = look_up<TwoNumbers>("nvmlDeviceGetMigMode");
  if (!there() || function == nullptr) return std::nullopt;
  return function(device_, &now, &pending) == kSuccess && now == 1;  // cards without MIG answer "not supported"
}

std::vector<MigInstance> Nvml::mig_instances() const {
  std::vector<MigInstance> found;
  unsigned most = 0;
  auto* const count = look_up<DeviceNumber>("nvmlDeviceGetMaxMigDeviceCount");
  auto* const by_index = look_up<MigByIndex>("nvmlDeviceGetMigDeviceHandleByIndex");
  if (!there() || count == nullptr || by_index == nullptr || count(device_, &most) != kSuccess) return found;
  for (unsigned i = 0; i < most; ++i) {
    Device instance = nullptr;
    if (by_index(device_, i, &instance) != kSuccess) continue;
    const auto uuid = device_text(look_up<DeviceText>("nvmlDeviceGetUUID"), instance);
    const auto name = device_text(look_up<DeviceText>("nvmlDeviceGetName"), instance);
    if (uuid) found.push_back({*uuid, name.value_or("")});
  }
  return found;
}

std::optional<int> Nvml::processes() const {
  unsigned count = 0;  // asked with no room for the answer: the library then tells how many there are
  auto* function = look_up<Processes>("nvmlDeviceGetComputeRunningProcesses_v3");
  if (function == nullptr) function = look_up<Processes>("nvmlDeviceGetComputeRunningProcesses_v2");
  if (!there() || function == nullptr) return std::nullopt;
  const int code = function(device_, &count, nullptr);
  if (code != kSuccess && code != kInsufficientSize) return std::nullopt;
  return static_cast<int>(count);
}

std::optional<bool> Nvml::throttled() const {
  unsigned long long reasons = 0;
  auto* function = look_up<Reasons>("nvmlDeviceGetCurrentClocksEventReasons");
  if (function == nullptr) function = look_up<Reasons>("nvmlDeviceGetCurrentClocksThrottleReasons");  // before 535
  if (!there() || function == nullptr || function(device_, &reasons) != kSuccess) return std::nullopt;
  return (reasons & kThrottled) != 0;
}

std::optional<int> Nvml::sm_clock_mhz() const {
  unsigned mhz = 0;
  auto* const function = look_up<Clock>("nvmlDeviceGetClockInfo");
  if (!there() || function == nullptr || function(device_, kSmClock, &mhz) != kSuccess) return std::nullopt;
  return static_cast<int>(mhz);
}

}  // namespace slicewise::bench::cuda
