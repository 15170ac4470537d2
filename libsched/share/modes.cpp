#include <libsched/share/modes.hpp>

#include <array>

#include <libsched/base/assert.hpp>
#include <libsched/share/exclusive.hpp>
#include <libsched/share/skipping.hpp>

namespace libsched::share {

namespace {

std::unique_ptr<Mode> make_exclusive(const ModeSetup& setup) {
  LIBSCHED_ASSERT(setup.clients.size() <= 1, "an exclusive GPU has one tenant");
  return std::make_unique<Exclusive>();
}

std::unique_ptr<Mode> make_time_slicing(const ModeSetup& setup) {
  if (setup.slices == Slices::kSkip && can_skip(setup.slicing)) {
    return std::make_unique<SkippingTimeSlicing>(setup.clients.size(), setup.slicing, setup.jitter_key);
  }
  return std::make_unique<TimeSlicing>(setup.clients.size(), setup.slicing, setup.jitter_key);
}

std::unique_ptr<Mode> make_mps(const ModeSetup& setup) {
  return std::make_unique<Mps>(setup.clients);
}

constexpr std::array<ModeRow, 4> kModes{{
    {ModeKind::kExclusive, "exclusive", "one tenant has the whole GPU", false, false, &make_exclusive},
    {ModeKind::kTimeSlicing, "time-slicing", "tenants take turns of one slice; memory is not isolated", true, false,
     &make_time_slicing},
    {ModeKind::kMps, "mps", "tenants run together through NVIDIA MPS; memory is limited, faults are shared", true,
     false, &make_mps},
    {ModeKind::kMig, "mig", "the GPU is partitioned into smaller ones; memory and faults are isolated", true, true,
     nullptr},
}};

}  // namespace

std::span<const ModeRow> modes() {
  return kModes;
}

const ModeRow& row(ModeKind kind) {
  return kModes[static_cast<std::size_t>(kind)];
}

}  // namespace libsched::share
