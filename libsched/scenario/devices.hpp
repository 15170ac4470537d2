#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <libsched/base/estimate.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// What Kubernetes sees as one GPU: a whole card, or an instance that MIG made of one. Points into its scenario.
struct Device {
  std::uint32_t gpu = 0;                    ///< the card
  const hw::MigProfile* profile = nullptr;  ///< null: the whole card
  const Sharing* sharing = nullptr;         ///< exclusive, time-slicing or MPS
  std::optional<double> memory_mib;         ///< what CUDA can hand out on it

  bool shared_by(Mode mode) const { return sharing->mode == mode; }
  int slots() const { return sharing->mode == Mode::kExclusive ? 1 : sharing->replicas; }
};

/// GPUs of one node: an instance's, or all where the file names none.
int gpus_per_node(const Scenario& scenario);

/// All devices of the scenario: card by card, and in the order of the layout.
std::vector<Device> devices(const Scenario& scenario);

/// Whether tenants of this device take turns of a slice: under time-slicing, and where a pod that has the device to
/// itself runs several processes, whose contexts share it like any others.
bool takes_turns(const Device& device, const Scenario& scenario);

/// The part of the SMs that one MPS client may use, 0..1: as given, else what NVIDIA's device plugin sets,
/// floor(100 / replicas) percent.
double thread_fraction(const Sharing& sharing);

/// The memory that one MPS client may have: as given, else the plugin's floor(total / replicas).
std::optional<double> client_memory_mib(const Device& device, const hw::GpuModel& card);

/// Most client processes of one MPS server: 16 before Volta, 48, and 60 from CUDA 13.1.
int most_mps_clients(const GpuChoice& gpu);

/// GPU time of a workload's requests on a device, relative to the whole card.
Estimate time_ratio(const workload::Workload& workload, const Device& device, const hw::GpuModel& card);

/// Of a request that runs ahead of the GPU, the part of its time on a MIG instance that is GPU-bound work: under MPS it
/// is on the GPU for that part only. 1 where nothing says so.
Estimate busy_part(const workload::Workload& workload, const Device& device, const hw::GpuModel& card);

/// The slowdown that one tenant of the workload adds to each other under MPS on a device.
Estimate width(const workload::Workload& workload, const Device& device, const hw::GpuModel& card);

}  // namespace libsched::scenario
