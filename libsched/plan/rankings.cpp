#include <libsched/plan/detail/rankings.hpp>

#include <fmt/format.h>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/sections.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

/// What one tenant's crash or greed can do to the others: 0 nothing, 1 crash them, 2 also take their memory.
int exposure(scenario::Mode mode) {
  switch (mode) {
    case scenario::Mode::kExclusive:
    case scenario::Mode::kMig:
      return 0;
    case scenario::Mode::kMps:
      return 1;
    case scenario::Mode::kTimeSlicing:
      break;
  }
  return 2;
}

const char* isolation(scenario::Mode mode) {
  constexpr const char* kWords[] = {"memory and faults are isolated",
                                    "memory is limited per client, a fatal fault takes all clients",
                                    "neither memory nor faults are isolated"};
  return kWords[exposure(mode)];
}

/// The admitted candidate that is better than every other; the cheaper one where two are as good.
template <class Better>
std::optional<std::size_t> best(const Plan& plan, bool allow_estimates, Better better) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const Candidate& one = plan.candidates[i];
    if (!one.meets_slo || (one.estimated && !allow_estimates)) continue;
    if (!found || better(one, plan.candidates[*found]) ||
        (!better(plan.candidates[*found], one) && cheaper(one, plan.candidates[*found]))) {
      found = i;
    }
  }
  return found;
}

double per_gpu(const Candidate& one) {
  return one.gpus > 0 ? one.throughput_per_s / one.gpus : 0;
}

}  // namespace

std::vector<Ranking> rankings(const Plan& plan, bool allow_estimates) {
  std::vector<Ranking> all;
  if (!plan.recommended) return all;
  const Candidate& chosen = plan.candidates[*plan.recommended];
  all.push_back({"cost", *plan.recommended, chosen.usd_per_hour.value_or(chosen.gpus),
                 chosen.usd_per_hour ? "USD/h" : "GPUs", "this metric decides the recommendation"});
  const auto fastest = best(plan, allow_estimates, [](const Candidate& a, const Candidate& b) {
    return slo_ratio(a).value_or(1) < slo_ratio(b).value_or(1);
  });
  all.push_back({"p99", *fastest, 100 * slo_ratio(plan.candidates[*fastest]).value_or(1), "% of the SLO",
                 "of the workload nearest to its SLO"});
  const auto busiest = best(plan, allow_estimates, [](const Candidate& a, const Candidate& b) {
    return per_gpu(a) > per_gpu(b) * (1 + 1e-3);
  });
  all.push_back(
      {"throughput", *busiest, per_gpu(plan.candidates[*busiest]), "requests/s per GPU", "while every SLO is kept"});
  const auto safest = best(plan, allow_estimates,
                           [](const Candidate& a, const Candidate& b) { return exposure(a.mode) < exposure(b.mode); });
  const Candidate& safe = plan.candidates[*safest];
  all.push_back({"isolation", *safest, safe.usd_per_hour.value_or(safe.gpus), safe.usd_per_hour ? "USD/h" : "GPUs",
                 isolation(safe.mode)});
  return all;
}

std::string rankings_text(const Plan& plan) {
  if (plan.rankings.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  bool one_winner = true;
  for (const Ranking& one : plan.rankings) {
    rows.push_back({"  " + one.metric, layout_text(plan.candidates[one.candidate]),
                    fmt::format("{:.3g} {}", one.value, one.unit), one.why});
    one_winner = one_winner && one.candidate == plan.rankings.front().candidate;
  }
  return std::string{"\nbest by metric"} + (one_winner ? " (all the same):\n" : ":\n") +
         aligned(rows, {true, true, true, true});
}

}  // namespace libsched::plan::detail
