#include <libsched/plan/detail/pools.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include <libsched/plan/detail/choose.hpp>
#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/memory.hpp>
#include <libsched/plan/detail/reproduce.hpp>
#include <libsched/plan/detail/sensitivity.hpp>
#include <libsched/plan/detail/solve.hpp>
#include <libsched/plan/detail/stage.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

/// Workloads that share a pool, by their place in the scenario.
using Group = std::vector<std::size_t>;
using Partition = std::vector<Group>;

/// A nominal p99 this far over its SLO may still turn out to be under it.
constexpr double kPromising = 1.1;

/// A group's fleet, and its layouts by cost.
struct Fleet {
  scenario::Scenario scenario;
  std::vector<Target> cards;
  std::vector<Candidate> candidates;  ///< after nominal runs: those that may do, cheapest first
  std::vector<Layout> layouts;        ///< of the same
};

/// The scenario with the workloads of `names` alone.
scenario::Scenario part_of(const scenario::Scenario& scenario, const std::vector<std::string>& names) {
  scenario::Scenario part = scenario;
  std::erase_if(part.workloads, [&](const workload::Workload& work) {
    return std::find(names.begin(), names.end(), work.name) == names.end();
  });
  return part;
}

Fleet fleet_of(const scenario::Scenario& scenario, const std::vector<std::string>& names, const PlanOptions& options) {
  Fleet fleet{part_of(scenario, names), {}, {}, {}};
  // What can be planned for all can be planned for some.
  fleet.cards = targets(fleet.scenario, options).value();
  const Solution nominal =
      solve(fleet.scenario, fleet.cards, layouts(fleet.scenario, fleet.cards, options), options, Effort::kDecide);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < nominal.candidates.size(); ++i) {
    const Candidate& one = nominal.candidates[i];
    const auto ratio = slo_ratio(one);
    const bool promising = one.meets_slo || (one.stable && ratio && *ratio <= kPromising);
    if (promising && (options.allow_estimates || !one.estimated)) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cheaper(nominal.candidates[a], nominal.candidates[b]); });
  for (const std::size_t i : order) {
    fleet.candidates.push_back(nominal.candidates[i]);
    fleet.layouts.push_back(nominal.proposals.list[i].layout);
  }
  return fleet;
}

/// The cheapest layout, with the numbers that a pool shows where no full run follows.
Candidate shown(const Fleet& fleet, const PlanOptions& options) {
  const Candidate& first = fleet.candidates.front();
  const auto again = judge_again(fleet.scenario, fleet.cards, fleet.layouts.front(), first, options, Effort::kNominal);
  return again.candidates.front();
}

/// True where pods of this layout are in want of memory with the largest contexts: no run makes it robust.
bool may_lack_memory(const Fleet& fleet, const Layout& layout) {
  if (pods_are_free(fleet.scenario)) return false;
  const auto memory = worst_memory(fleet.scenario, fleet.cards[layout.target], layout.shape);
  return memory && !memory->surely_fits();
}

/// The cheapest layout that a full run confirms, or confirms to be robust.
std::optional<Candidate> confirmed(const Fleet& fleet, const PlanOptions& options, bool robust = false) {
  for (const Layout& layout : fleet.layouts) {
    if (robust && may_lack_memory(fleet, layout)) continue;
    const auto solution = solve(fleet.scenario, fleet.cards, {layout}, options, Effort::kExact);
    const Candidate& one = solution.candidates.front();
    if (robust ? one.robust : one.meets_slo) return one;
    if (stopped(options)) break;
  }
  return std::nullopt;
}

void add_up(const std::vector<Pool>& pools, std::optional<double>& usd_per_hour, int& gpus) {
  usd_per_hour = 0;
  gpus = 0;
  for (const Pool& pool : pools) {
    gpus += pool.layout.gpus;
    if (pool.layout.usd_per_hour && usd_per_hour) {
      *usd_per_hour += *pool.layout.usd_per_hour;
    } else {
      usd_per_hour.reset();
    }
  }
}

void add_up(Pooled& plan) {
  add_up(plan.pools, plan.usd_per_hour, plan.gpus);
}

/// The cheapest robust pools of the same workloads, where the recommended ones are not.
void find_robust(const std::vector<Fleet>& fleets, const PlanOptions& options, Pooled& plan) {
  std::vector<Pool> robust = plan.pools;
  const bool all = std::all_of(robust.begin(), robust.end(), [](const Pool& pool) { return pool.layout.robust; });
  if (all) return;
  for (std::size_t i = 0; i < robust.size(); ++i) {
    if (robust[i].layout.robust) continue;
    auto sure = confirmed(fleets[i], options, true);
    if (!sure) return;
    robust[i].layout = *std::move(sure);
  }
  plan.robust = std::move(robust);
  add_up(plan.robust, plan.robust_usd_per_hour, plan.robust_gpus);
}

/// Sums of prices are equal where they differ by rounding only.
bool costs_less(std::optional<double> usd, int gpus, std::optional<double> other_usd, int other_gpus) {
  if (usd && other_usd) return *usd < *other_usd - 1e-9;
  if (usd.has_value() != other_usd.has_value()) return usd.has_value();
  return gpus < other_gpus;
}

bool costs_less(const Pooled& plan, const Candidate& common) {
  return costs_less(plan.usd_per_hour, plan.gpus, common.usd_per_hour, common.gpus);
}

std::string cost_text(std::optional<double> usd, int gpus) {
  return usd ? fmt::format("{} USD/h", usd_text(*usd)) : fmt::format("{} {}", gpus, gpus == 1 ? "GPU" : "GPUs");
}

Pooled pooled_as(const Partition& partition, const scenario::Scenario& scenario, const Candidate* common,
                 const PlanOptions& options) {
  Pooled plan;
  std::vector<Fleet> fleets;
  for (const Group& group : partition) {
    Pool pool;
    for (const std::size_t w : group) pool.workloads.push_back(scenario.workloads[w].name);
    fleets.push_back(fleet_of(scenario, pool.workloads, options));
    if (fleets.back().candidates.empty()) {
      plan.reason = fmt::format("{} keeps its SLO on no pool of its own", fmt::join(pool.workloads, ", "));
      return plan;
    }
    pool.layout = shown(fleets.back(), options);
    plan.pools.push_back(std::move(pool));
  }
  add_up(plan);
  plan.meets_slo = std::all_of(plan.pools.begin(), plan.pools.end(), [](const Pool& p) { return p.layout.meets_slo; });
  const auto no_cheaper = [&] {
    plan.reason = fmt::format("no cheaper: {} against {} for all together", cost_text(plan.usd_per_hour, plan.gpus),
                              cost_text(common->usd_per_hour, common->gpus));
    return plan;
  };
  // Nominal runs say what pools cost at least; only pools that can win are worth full runs.
  if (common != nullptr && !costs_less(plan, *common)) return no_cheaper();
  for (std::size_t i = 0; i < fleets.size(); ++i) {
    auto sure = confirmed(fleets[i], options);
    plan.meets_slo = sure.has_value();
    if (!sure) {
      plan.reason = fmt::format("{} keeps its SLO on no pool of its own", fmt::join(plan.pools[i].workloads, ", "));
      return plan;
    }
    plan.pools[i].layout = *std::move(sure);
  }
  add_up(plan);
  if (common != nullptr && !costs_less(plan, *common)) return no_cheaper();
  plan.recommended = true;
  find_robust(fleets, options, plan);
  plan.reason = common == nullptr
                    ? "nothing keeps every SLO with all together"
                    : fmt::format("cheaper than {} for all together", cost_text(common->usd_per_hour, common->gpus));
  return plan;
}

/// Short requests apart from long ones, cut where the next is longer by the largest factor.
Partition light_and_heavy(const scenario::Scenario& scenario) {
  const auto gpu_ms = [&](std::size_t w) {
    const workload::Request& request = scenario.workloads[w].request;
    const auto* own = request.gpu_ms_on(scenario.gpu.model.name);
    return own != nullptr ? own->mean() : request.gpu_ms.front().second.mean();
  };
  Group order(scenario.workloads.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return gpu_ms(a) < gpu_ms(b); });
  std::size_t cut = 1;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (gpu_ms(order[i]) * gpu_ms(order[cut - 1]) > gpu_ms(order[cut]) * gpu_ms(order[i - 1])) cut = i;
  }
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(cut);
  Partition parts = {Group(order.begin(), middle), Group(middle, order.end())};
  for (Group& part : parts) std::sort(part.begin(), part.end());
  return parts;
}

/// What its GPUs hold, and what numbers that are off would do to it.
void look_at(const scenario::Scenario& scenario, Pool& pool, const PlanOptions& options) {
  const scenario::Scenario part = part_of(scenario, pool.workloads);
  const auto cards = targets(part, options).value();
  const auto card = std::find_if(cards.begin(), cards.end(), [&](const Target& one) {
    return one.model.name == pool.layout.gpu && (one.instance ? one.instance->name : "") == pool.layout.instance;
  });
  const auto place = static_cast<std::size_t>(card - cards.begin());
  say_mixes(scenario, part, *card, pool.layout);
  const Shape shape{pool.layout.mode, pool.layout.replicas, pool.layout.mig_profile};
  pool.sensitivity = sensitivity(part, {place, shape}, pool.layout, options);
}

}  // namespace

std::optional<Pooled> pooled(const scenario::Scenario& scenario, const Candidate* common, const PlanOptions& options) {
  const std::size_t count = scenario.workloads.size();
  if (count < 2) return std::nullopt;
  PlanOptions quiet = unwatched(options);
  quiet.proportional_mix = false;
  Partition apart(count);
  for (std::size_t w = 0; w < count; ++w) apart[w] = {w};
  Pooled best = pooled_as(apart, scenario, common, quiet);
  if (count > 2 && !stopped(options)) {
    Pooled split = pooled_as(light_and_heavy(scenario), scenario, common, quiet);
    const bool first = split.meets_slo && !best.meets_slo;
    const bool less = split.meets_slo == best.meets_slo && !split.pools.empty() && !best.pools.empty() &&
                      !costs_less(best.usd_per_hour, best.gpus, split.usd_per_hour, split.gpus);
    if (first || less) best = std::move(split);
  }
  if (best.recommended) {
    for (Pool& pool : best.pools) look_at(scenario, pool, quiet);
  }
  if (stopped(options)) return std::nullopt;
  return best;
}

}  // namespace libsched::plan::detail
