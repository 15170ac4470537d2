#pragma once

#include <libsched/scenario/system_spec.hpp>
#include <libsched/workload/workload.hpp>

namespace libsched::scenario::detail {

/// How many bursts a request has in this variant.
int bursts(const workload::Request& request, Variant variant = Variant::kNominal);

}  // namespace libsched::scenario::detail
