#include <libsched/plan/detail/replicas_limit.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/solve.hpp>
#include <libsched/plan/detail/stage.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

constexpr int kMostReplicas = 1024;  // as in the scenario file

/// The fewest replicas above `limit` with which the fleet needs an instance less; 0 where one instance is enough.
int next_that_saves(const scenario::Scenario& scenario, const Target& target, const Candidate& limit) {
  if (pods_are_free(scenario)) return limit.replicas + 1;
  if (limit.instances <= 1) return 0;
  const int gpus = (limit.instances - 1) * target.gpus_per_instance;
  return (fleet_pods(scenario) + gpus - 1) / gpus;
}

/// Modes whose slots --max-replicas limits; MIG has what the card has.
bool takes_replicas(scenario::Mode mode) {
  return mode == scenario::Mode::kTimeSlicing || mode == scenario::Mode::kMps;
}

}  // namespace

void note_replicas_limit(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                         const std::vector<Layout>& all, const PlanOptions& options, Plan& plan) {
  if (!plan.recommended) return;
  PlanOptions quiet = unwatched(options);
  quiet.proportional_mix = false;
  const Candidate best = plan.candidates[*plan.recommended];
  for (std::size_t i = 0; i < all.size(); ++i) {
    Candidate& limit = plan.candidates[i];
    const bool at_limit = takes_replicas(all[i].shape.mode) && all[i].shape.replicas == options.max_replicas;
    if (!at_limit || !limit.meets_slo || (limit.estimated && !options.allow_estimates)) continue;
    Layout next = all[i];
    next.shape.replicas = next_that_saves(scenario, targets[next.target], limit);
    if (next.shape.replicas <= limit.replicas || next.shape.replicas > kMostReplicas) continue;
    // A mode may have a limit of its own.
    PlanOptions wider = options;
    wider.max_replicas = next.shape.replicas;
    const auto possible = layouts(scenario, targets, wider);
    if (std::find(possible.begin(), possible.end(), next) == possible.end()) continue;
    if (stopped(options)) return;
    const Candidate more = solve(scenario, targets, {next}, quiet, Effort::kFull).candidates.front();
    if (!more.meets_slo || !cheaper(more, best)) continue;
    limit.binding = Binding::kReplicasLimit;
    limit.reason +=
        fmt::format(" ({} replicas would keep the SLO on {} {}{}: raise --max-replicas)", more.replicas, more.gpus,
                    more.gpus == 1 ? "GPU" : "GPUs",
                    more.usd_per_hour ? fmt::format(" at {} USD/h", usd_text(*more.usd_per_hour)) : std::string{});
  }
}

}  // namespace libsched::plan::detail
