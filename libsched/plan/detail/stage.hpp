#pragma once

#include <libsched/plan/plan.hpp>

namespace libsched::plan::detail {

/// The options with progress from `from` to `to` of the whole. They refer to `options`.
PlanOptions stage(const PlanOptions& options, double from, double to);

/// The options for runs of which nobody is told how far they are.
PlanOptions unwatched(PlanOptions options);

/// True once the user has interrupted.
bool stopped(const PlanOptions& options);

}  // namespace libsched::plan::detail
