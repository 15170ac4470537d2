#include <libsched/place/run.hpp>

#include <memory>

#include <libsched/base/random.hpp>
#include <libsched/place/detail/chooser.hpp>
#include <libsched/place/detail/fragment_memo.hpp>
#include <libsched/place/detail/refusals.hpp>

namespace libsched::place {
namespace {

std::unique_ptr<Fragment> make_fragment(const RunInput& input) {
  if (input.engine == Engine::kFull) return std::make_unique<FragmentModel>(input.typical, input.cluster);
  return std::make_unique<detail::FragmentMemo>(input.typical, input.cluster);
}

std::uint64_t draw_of(std::int64_t seed, std::uint64_t arrival) {
  return Draw{RandomKey{static_cast<std::uint64_t>(seed), 0}, Purpose::kPlacement, arrival}.bits();
}

}  // namespace

Outcome run(const RunInput& input) {
  Outcome outcome{.placements = {}, .failures = {}, .usage = {}, .curve = {}, .cluster = input.cluster};
  Cluster& cluster = outcome.cluster;
  const std::unique_ptr<Fragment> fragment = make_fragment(input);
  const GroupMemo groups;
  Metrics metrics{cluster, *fragment};
  Context context{*fragment, {}, groups, cpu_per_gpu(input.typical)};
  if (input.engine == Engine::kIndexed) context.fragment_of = metrics.fragment_of();
  detail::ChangeLog log{cluster.size()};
  const detail::ChooserInput looks{cluster, input.trace, input.arrivals, input.policy, context, log};
  const std::unique_ptr<detail::Chooser> chooser =
      input.engine == Engine::kFull ? detail::make_full_rescoring(looks) : detail::make_score_index(looks);
  detail::Refusals refusals{cluster, input.trace, log};
  outcome.placements.reserve(input.arrivals.pods.size());
  for (const std::uint32_t pod : input.arrivals.pods) {
    if (input.interrupt != nullptr && input.interrupt->load(std::memory_order_relaxed)) {
      outcome.interrupted = true;
      break;
    }
    const std::uint32_t kind = input.trace.kind_of[pod];
    const PodRequest& request = input.trace.kinds[kind];
    const auto arrival = static_cast<std::uint32_t>(outcome.placements.size());
    if (input.policy.random) context.draw = draw_of(input.seed, arrival);
    Placement placement{pod, std::nullopt, 0};
    if (const auto chosen = chooser->choose(kind)) {
      cluster.commit(chosen->node, request, chosen->gpus);
      metrics.changed(chosen->node);
      log.add(chosen->node);
      placement.node = chosen->node;
      placement.gpus = chosen->gpus;
    } else {
      outcome.failures.push_back({arrival, refusals.why(kind)});
    }
    outcome.placements.push_back(placement);
    metrics.arrived(request.gpu_demand());
  }
  outcome.usage = metrics.usage();
  outcome.curve = metrics.curve();
  return outcome;
}

}  // namespace libsched::place
