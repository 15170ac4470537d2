#pragma once

#include <compare>
#include <string>
#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::plan::detail {

/// How every GPU of a candidate is shared.
struct Shape {
  scenario::Mode mode = scenario::Mode::kExclusive;
  int replicas = 1;           ///< pods per GPU
  std::string mig_profile{};  ///< MIG: `replicas` instances of this profile, one pod each
  std::strong_ordering operator<=>(const Shape&) const = default;
};

/// The same in a scenario's words. MPS clients have the file's own thread percentage and memory limit where it gives
/// them, else what NVIDIA's device plugin sets for this many replicas.
scenario::Sharing sharing_of(const Shape& shape, const hw::GpuModel& card, const scenario::Sharing& file);

/// The shapes that MIG can give this card: for each profile, as many instances as fit, from two on.
std::vector<Shape> mig_shapes(const hw::GpuModel& card);

/// True where requests of one shape are those of another: under time-slicing replicas admit, only pods compete. Under
/// MPS they set each client's part, under MIG they are the device.
bool replicas_matter(const Shape& shape);

}  // namespace libsched::plan::detail
