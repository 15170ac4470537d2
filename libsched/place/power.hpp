#pragma once

#include <array>
#include <span>
#include <string_view>

#include <libsched/place/cluster.hpp>

namespace libsched::place {

/// Power of a node with this much left on its GPUs and CPU, in W: idle and full power of each GPU and CPU package,
/// nothing in between. Lettich et al., CCGrid 2025; models they do not list are taken as A10.
std::int64_t node_power_w(const Node& node, std::span<const MilliGpu> gpus, MilliCpu cpu);

}  // namespace libsched::place
