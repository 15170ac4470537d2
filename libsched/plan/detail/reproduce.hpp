#pragma once

#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// Fills `mix` and `changes`, or why there are none, of each workload of `candidate`, which is a way to run `part` on
/// `target`. `part` has all workloads of `file`, or those of one pool.
void say_mixes(const scenario::Scenario& file, const scenario::Scenario& part, const Target& target,
               Candidate& candidate);

}  // namespace libsched::plan::detail
