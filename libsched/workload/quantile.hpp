#pragma once

#include <libsched/workload/distribution.hpp>

namespace libsched::workload {

/// The least value that a sample does not exceed with probability `fraction`, in the unit of the law's parameters. In
/// closed form or to 1e-9 of it; gamma and normal functions are Boost.Math's. Precondition: 0 < fraction < 1.
double quantile(const Distribution& law, double fraction);

}  // namespace libsched::workload
