#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace libsched::place {

/// Which GPU each slot of a pod comes from when NVIDIA's device plugin shares GPUs with `replicas` slots each and
/// spreads them (its default for shared devices): each slot from the GPU with fewest slots taken, the first on ties. So
/// two slots may be one GPU, whatever the pod meant. Nothing if the node has too few slots left. `taken` = slots in
/// use.
std::optional<std::vector<std::uint32_t>> spread_slots(std::vector<int> taken, int replicas, int asked);

/// How many different GPUs those slots are.
int distinct_gpus(const std::vector<std::uint32_t>& slots);

}  // namespace libsched::place
