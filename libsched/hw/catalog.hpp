#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/hw/gpu.hpp>

namespace libsched::hw {

/// What is known about hardware.
struct Catalog {
  std::vector<GpuModel> gpus;
  std::vector<Instance> instances;
};

/// Reads a catalogue from the texts of gpus.yaml and aws-instances.csv. Reports every unknown key, wrong type, value
/// out of range, name given twice and instance with an unknown GPU at once. The origins name the texts in issues.
Result<Catalog> read_catalog(std::string_view gpus_yaml, const std::string& gpus_origin, std::string_view instances_csv,
                             const std::string& instances_origin);

/// The compiled-in catalogue, with gpus.yaml, mig.yaml and aws-instances.csv replaced by those of `directory` that
/// exist; an empty `directory` replaces nothing.
Result<Catalog> load_catalog(const std::string& directory);

/// What is wrong with the folder in the environment variable SLICEWISE_CATALOG; empty if it is fine or not set. While
/// there are issues, the functions below answer from the compiled-in catalogue: a command stops at them.
const Issues& catalog_issues();

/// All known GPU models, in the order of data/catalog/gpus.yaml. Parsed once from the text compiled in.
const std::vector<GpuModel>& gpus();

/// All known instance types, in the order of data/catalog/aws-instances.csv.
const std::vector<Instance>& instances();

/// The GPU model with this short name, GFD label ("NVIDIA-A10G-SHARED", "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb") or
/// nvidia-smi name ("Tesla T4"), compared without regard to case; null where unknown.
const GpuModel* find_gpu(std::string_view name);

/// Whether two names, of whatever spelling `find_gpu` knows, are of one card.
bool same_card(std::string_view a, std::string_view b);

/// The instance type with exactly this name; null where unknown.
const Instance* find_instance(std::string_view name);

/// The short name of the GPU model that `name` probably means, for "did you mean"; empty if none is near.
std::string nearest_gpu(std::string_view name);

/// The instance type that `name` probably means; empty if none is near.
std::string nearest_instance(std::string_view name);

/// A GPU profile file: the parameters, and the device they were measured on, by whatever name (`gpu: Tesla T4`).
struct ProfileFile {
  GpuProfile profile;
  std::string gpu;  ///< empty where the file does not say
};

/// Reads a GPU profile file (YAML: `slice_us: {low, nominal, high, source}`, ...). Keys that are absent keep the value
/// of `base`. Reports every unknown key, wrong type and low > nominal > high at once.
Result<ProfileFile> read_profile(std::string_view text, const std::string& origin, const GpuProfile& base);

}  // namespace libsched::hw
