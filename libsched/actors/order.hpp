#pragma once

#include <cstdint>

#include <libsched/des/engine.hpp>

namespace libsched::actors {

/// What happens first at one instant (gpu-model section 1, rule 7); ties go to the lower tenant, or GPU for its own
/// ends.
enum class EventKind : std::uint8_t { kGpuEnd, kHostEnd, kArrival, kSubmission };

inline des::Order order(EventKind kind, std::uint32_t entity) {
  return {static_cast<std::uint8_t>(kind), entity};
}

}  // namespace libsched::actors
