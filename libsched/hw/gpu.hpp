#pragma once

#include <optional>
#include <string>
#include <vector>

#include <libsched/base/estimate.hpp>
#include <libsched/base/quantity.hpp>
#include <libsched/hw/mig.hpp>
#include <libsched/hw/profile.hpp>

namespace libsched::hw {

/// One fact of the catalogue: empty where nobody published it.
struct Fact {
  std::optional<double> value;
  std::string source;
};

/// Memory of one CUDA context with one framework loaded, MiB.
struct ContextMemory {
  std::string framework;  ///< cuda | pytorch | jax | tensorflow | vllm | onnxruntime
  Estimate mib;
};

/// One GPU model: published facts, the profile of its time-slicing, and what a process costs in memory.
struct GpuModel {
  std::string name;                  ///< the short name, e.g. "A10G"
  std::vector<std::string> aliases;  ///< product names of NVML, GFD labels, Karpenter
  std::string compute_capability;    ///< e.g. "8.6"
  Fact sms;
  Fact boost_mhz;
  Fact memory_mib;  ///< total as NVML reports it where known, else the vendor's figure
  Fact bandwidth_gb_per_s;
  Fact fp32_tflops;
  Fact fp16_tflops;
  Fact l2_mib;
  Fact tdp_w;
  Fact mig_slices;          ///< 7, 4 (A30) or 0
  Fact driver_reserve_mib;  ///< part of memory_mib that no process can have
  std::vector<ContextMemory> contexts;
  std::vector<MigProfile> mig_profiles;  ///< empty where the card has no MIG
  GpuProfile profile;
};

/// One cloud instance type with NVIDIA GPUs.
struct Instance {
  std::string name;         ///< e.g. "g4dn.xlarge"
  std::string gpu;          ///< short name of the GPU model
  double gpu_count = 0;     ///< 0 for fractional-GPU types, which are listed and never planned
  double gpu_fraction = 1;  ///< part of one GPU that each device is; < 1 for fractional-GPU types
  int vcpus = 0;
  double memory_gib = 0;
  std::optional<double> gpu_memory_mib;    ///< of one device, EC2's figure; NVML's may differ
  std::optional<double> allocatable_cpus;  ///< what pods can use, Karpenter's estimate
  std::optional<double> allocatable_memory_mib;
  std::optional<double> usd_per_hour;  ///< on demand, us-east-1
  std::string price_date;
  std::string source;
  bool fractional() const { return gpu_count < 1; }
};

}  // namespace libsched::hw
