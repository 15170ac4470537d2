#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include <libsched/plan/detail/mix.hpp>
#include <libsched/plan/detail/target.hpp>

namespace libsched::plan::detail {

/// How well a mix is looked at, from the least to the most.
enum class Effort {
  kLook,     ///< a short nominal run
  kDecide,   ///< a longer one only where the short one cannot tell whether an SLO is kept
  kNominal,  ///< the longer one
  kFull,     ///< its p99 as precise as the file asks, and how far the card's parameters move it
  kExact     ///< all numbers that `simulate` gives for the same GPUs
};

/// One workload on one kind of full GPU.
struct MixRequest {
  std::size_t target = 0;
  Shape shape;
  Mix mix;
  std::vector<bool> judged{};  ///< by workload: whether its p99 here is what judges it; empty: all
};

/// What came of it; `report` is empty where the closed form already says no, or the run was interrupted.
struct MixResult {
  bool decided = false;
  double load = 0;  ///< of the open workloads
  std::optional<scenario::Report> report;
  std::optional<scenario::Report> low, high;  ///< at the ends of an estimated card's GPU time
  bool stable() const;
};

/// Whether a full run of this file gives all that an exact one does.
bool full_is_exact(const scenario::Scenario& scenario);

/// Simulates every distinct request once, on as many threads (0: on all cores), and answers in the order asked.
/// Requests that only differ in replicas are the same where replicas admit and only pods compete; each is judged for
/// whoever asks.
std::vector<MixResult> evaluate(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                const std::vector<MixRequest>& requests, const PlanOptions& options, Effort effort,
                                std::size_t threads = 0);

/// What one run says of the SLOs of those that it judges; the worst of them counts.
enum class Verdict {
  kKeeps,    ///< all of them, surely
  kUnsure,   ///< one SLO is within the interval of its p99, or near it
  kMisses,   ///< one surely
  kHopeless  ///< one by so far that no interval brings it back, or a queue grows
};
Verdict verdict_of(const MixRequest& request, const MixResult& result);

}  // namespace libsched::plan::detail
