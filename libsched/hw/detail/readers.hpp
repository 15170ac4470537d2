#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/hw/gpu.hpp>

namespace libsched::hw::detail {

/// The text of a file of data/catalog, compiled in by cmake/embed.cmake; empty for an unknown name.
std::string_view embedded_file(std::string_view name);

/// The models of gpus.yaml; problems are added to `issues`.
std::vector<GpuModel> read_gpus(std::string_view text, const std::string& origin, Issues& issues);

/// The rows of aws-instances.csv whose GPU is one of `gpus`; problems are added to `issues`.
std::vector<Instance> read_instances(std::string_view text, const std::string& origin,
                                     const std::vector<GpuModel>& gpus, Issues& issues);

/// Adds the MIG profiles of mig.yaml to their cards; problems are added to `issues`. A card that is not among `gpus` is
/// one only where `all_known`: the compiled-in file also serves a folder that lists fewer cards.
void read_mig(std::string_view text, const std::string& origin, bool all_known, std::vector<GpuModel>& gpus,
              Issues& issues);

/// The model that `name` means, null where unknown.
const GpuModel* find_gpu_in(const std::vector<GpuModel>& gpus, std::string_view name);

}  // namespace libsched::hw::detail
