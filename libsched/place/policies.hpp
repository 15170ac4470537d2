#pragma once

#include <span>

#include <libsched/place/policy.hpp>

namespace libsched::place {

// One policy a file in policies/. What each computes, with its source, is in docs/models/placement.md.
Choice fgd(const Candidate& candidate);
Choice fgd_cpu(const Candidate& candidate);
Choice best_fit(const Candidate& candidate);
Choice dot_prod(const Candidate& candidate);
Choice gpu_packing(const Candidate& candidate);
Choice gpu_clustering(const Candidate& candidate);
Choice random_node(const Candidate& candidate);
Choice worst_fit(const Candidate& candidate);
Choice least_allocated(const Candidate& candidate);
Choice most_allocated(const Candidate& candidate);
Choice pwr(const Candidate& candidate);
Choice topology(const Candidate& candidate);

/// All policies; the command, Python, the catalogue and the tests read this list.
std::span<const PolicyRow> policies();
/// The row of this name, or nullptr.
const PolicyRow* find_policy(std::string_view name);

}  // namespace libsched::place
