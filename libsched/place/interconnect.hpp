#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <libsched/place/amounts.hpp>

namespace libsched::place {

/// How the GPUs of a node reach each other.
enum class Interconnect {
  kPcie,         ///< no NVLink: every two GPUs over PCIe
  kNvlinkPairs,  ///< bridges between GPUs 0-1, 2-3, ...: A30, A40, H100 NVL and L40-class servers with bridges
  kNvlinkQuads,  ///< meshes of four: 0-3, 4-7, the rest over PCIe: four-GPU HGX boards
  kCubeMesh,     ///< DGX-1 with V100: a hybrid cube mesh of single and double links
  kNvswitch,     ///< every two GPUs at full speed: DGX-2, A100 and H100 boards
};

/// All names, in the order of the enumeration, as node lists write them.
const std::vector<std::string_view>& interconnect_names();
std::optional<Interconnect> interconnect_of(std::string_view name);

/// The best way to give a pod `count` of the free GPUs.
struct Group {
  GpuSet gpus = 0;
  int tier = 0;      ///< the slowest hop that the group needs: 0 PCIe, 1 one NVLink, 2 two links or a switch
  int stranded = 0;  ///< free GPUs left over in the linked group that it was cut from
};

/// Of `free` GPUs on a node of `gpus`, `count` that reach each other over the fastest hops, cut from the smallest
/// linked group that has them. Precondition: 1 <= count <= GPUs in `free`.
Group best_group(Interconnect kind, int gpus, GpuSet free, int count);

/// Remembers its answers: the same few questions come again and again. For one thread.
class GroupMemo {
 public:
  Group best(Interconnect kind, int gpus, GpuSet free, int count) const;

 private:
  mutable std::map<std::array<std::uint32_t, 4>, Group> known_;
};

}  // namespace libsched::place
