#include <libsched/share/modes.hpp>

#include <array>

#include <libsched/base/assert.hpp>
#include <libsched/share/exclusive.hpp>
#include <libsched/share/skipping.hpp>

namespace libsched::share {

namespace {

std::unique_ptr<Mode> make_exclusive(std::size_t tenants, const SlicingParameters&, RandomKey, Slices) {
  LIBSCHED_ASSERT(tenants <= 1, "an exclusive GPU has one tenant");
  return std::make_unique<Exclusive>();
}

std::unique_ptr<Mode> make_time_slicing(std::size_t tenants, const SlicingParameters& parameters, RandomKey key,
                                        Slices slices) {
  if (slices == Slices::kSkip && can_skip(parameters))
    return std::make_unique<SkippingTimeSlicing>(tenants, parameters);
  return std::make_unique<TimeSlicing>(tenants, parameters, key);
}

constexpr std::array<ModeRow, 4> kModes{{
    {ModeKind::kExclusive, "exclusive", "one tenant has the whole GPU", false, &make_exclusive},
    {ModeKind::kTimeSlicing, "time-slicing", "tenants take turns of one slice; memory is not isolated", true,
     &make_time_slicing},
    {ModeKind::kMps, "mps", "tenants run together through NVIDIA MPS", true, nullptr},
    {ModeKind::kMig, "mig", "the GPU is partitioned into smaller ones", true, nullptr},
}};

}  // namespace

std::span<const ModeRow> modes() {
  return kModes;
}

const ModeRow& row(ModeKind kind) {
  return kModes[static_cast<std::size_t>(kind)];
}

}  // namespace libsched::share
