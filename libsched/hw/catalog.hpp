#pragma once

#include <string_view>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/hw/gpu.hpp>

namespace libsched::hw {

/// All known GPU models, in the order of data/catalog/gpus.yaml. Parsed once from the text compiled in.
const std::vector<GpuModel>& gpus();

/// All known instance types, in the order of data/catalog/aws-instances.csv.
const std::vector<Instance>& instances();

/// The GPU model with this short name, GFD label ("NVIDIA-A10G-SHARED", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb") or
/// nvidia-smi name ("Tesla T4"), compared without regard to case; null where unknown.
const GpuModel* find_gpu(std::string_view name);

/// The instance type with exactly this name; null where unknown.
const Instance* find_instance(std::string_view name);

/// Reads a GPU profile file (YAML: `slice_us: {low, nominal, high, source}`, ...). Keys that are absent keep the value of
/// `base`. Reports every unknown key, wrong type and low > nominal > high at once.
Result<GpuProfile> read_profile(std::string_view text, const std::string& origin, const GpuProfile& base);

}  // namespace libsched::hw
