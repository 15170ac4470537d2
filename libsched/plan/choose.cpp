#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

template <class Admits>
std::optional<std::size_t> cheapest(const std::vector<Candidate>& candidates, Admits admits) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (admits(candidates[i]) && (!best || cheaper(candidates[i], candidates[*best]))) best = i;
  }
  return best;
}

/// The candidate that comes closest: by its worst p99 over its SLO; else the least shared one that fits in memory; else
/// by the memory it lacks. What an interrupt left undecided comes last.
std::optional<std::size_t> nearest_miss(const std::vector<Candidate>& candidates) {
  // A lower rank is always nearer; the number decides within a rank, the first candidate on ties.
  const auto distance = [](const Candidate& one) -> std::tuple<int, double> {
    const bool fits = !one.memory_used_mib || *one.memory_used_mib <= *one.memory_total_mib;
    const auto ratio = slo_ratio(one);
    if (fits && one.stable && ratio) return {0, *ratio};
    if (one.reason == kInterrupted) return {3, 0};
    if (fits) return {1, one.replicas};
    return {2, *one.memory_used_mib / *one.memory_total_mib};
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!best || distance(candidates[i]) < distance(candidates[*best])) best = i;
  }
  return best;
}

/// Of two that cost the same.
std::string second_reason(const Candidate& best, const Candidate& loser) {
  if (loser.replicas != best.replicas) return fmt::format("with {} replicas against {}", loser.replicas, best.replicas);
  const auto ours = slo_ratio(best);
  const auto theirs = slo_ratio(loser);
  if (!ours || !theirs) return "and comes later in the list";
  return fmt::format("with a p99 at {:.0f} % of its SLO against {:.0f} %", 100 * *theirs, 100 * *ours);
}

/// What the choice costs against this one.
void explain_loss(const Candidate& best, Candidate& loser) {
  loser.binding = Binding::kPrice;
  if (loser.usd_per_hour && best.usd_per_hour) {
    loser.reason =
        *loser.usd_per_hour > *best.usd_per_hour
            ? fmt::format("costs {} USD/h against {}", usd_text(*loser.usd_per_hour), usd_text(*best.usd_per_hour))
            : fmt::format("costs {} USD/h too, {}", usd_text(*loser.usd_per_hour), second_reason(best, loser));
  } else if (!loser.usd_per_hour && best.usd_per_hour) {
    loser.reason = fmt::format("has no known price; give one with --price {}=USD", loser.instance);
  } else {
    loser.reason = loser.gpus > best.gpus ? fmt::format("needs {} GPUs against {}", loser.gpus, best.gpus)
                                          : fmt::format("needs {} {} too, {}", loser.gpus,
                                                        loser.gpus == 1 ? "GPU" : "GPUs", second_reason(best, loser));
  }
}

}  // namespace

bool cheaper(const Candidate& a, const Candidate& b) {
  if (a.usd_per_hour.has_value() != b.usd_per_hour.has_value()) return a.usd_per_hour.has_value();
  const double cost_a = a.usd_per_hour.value_or(a.gpus);
  const double cost_b = b.usd_per_hour.value_or(b.gpus);
  const double ratio_a = slo_ratio(a).value_or(0);  // without an SLO nothing is asked of p99
  const double ratio_b = slo_ratio(b).value_or(0);
  return std::tie(cost_a, a.replicas, ratio_a) < std::tie(cost_b, b.replicas, ratio_b);
}

std::optional<double> slo_ratio(const Candidate& candidate) {
  const CandidateWorkload* worst = worst_workload(candidate);
  if (worst == nullptr) return std::nullopt;
  return worst->p99_ms->value / *worst->slo_p99_ms;
}

void choose(Plan& plan, bool allow_estimates) {
  const auto admitted = [&](const Candidate& one) { return one.meets_slo && (allow_estimates || !one.estimated); };
  plan.recommended = cheapest(plan.candidates, admitted);
  plan.cheapest_robust = cheapest(plan.candidates, [&](const Candidate& one) { return admitted(one) && one.robust; });
  plan.nearest_miss = plan.recommended ? std::nullopt : nearest_miss(plan.candidates);
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    Candidate& one = plan.candidates[i];
    if (!one.meets_slo || i == plan.recommended) continue;
    if (!admitted(one)) {
      one.reason = fmt::format("estimated, {}; --allow-estimates admits it", one.reason);
    } else {
      explain_loss(plan.candidates[*plan.recommended], one);
    }
  }
}

}  // namespace libsched::plan::detail
