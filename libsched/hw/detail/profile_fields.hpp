#pragma once

#include <libsched/hw/detail/fields.hpp>
#include <libsched/hw/profile.hpp>

namespace libsched::hw::detail {

/// Overwrites what `fields` states in `profile`. With `all_required` an absent parameter is an issue.
void read_profile_fields(Fields& fields, GpuProfile& profile, bool all_required);

}  // namespace libsched::hw::detail
