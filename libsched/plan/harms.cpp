#include <libsched/plan/detail/harms.hpp>

#include <libsched/plan/detail/evaluate.hpp>
#include <libsched/plan/detail/stage.hpp>

namespace libsched::plan::detail {
namespace {

/// Pairs grow with the square, and a wider matrix is not read.
constexpr std::size_t kMostWorkloads = 12;

std::optional<double> p99_of(const MixResult& result, const std::string& name) {
  if (!result.report || !result.stable()) return std::nullopt;
  for (const scenario::WorkloadReport& work : result.report->workloads) {
    if (work.name == name && work.latency_ms) return work.latency_ms->p99.value;
  }
  return std::nullopt;
}

/// Whether beside that neighbour only part of the pods behind w's queue are seen: what they lose is not its doing.
bool splits_queue(const scenario::Scenario& scenario, const Shape& shape, std::size_t w, const Mix& mix) {
  const workload::Workload& work = scenario.workloads[w];
  return work.route == workload::Route::kSharedQueue && 2 * pods_seen(scenario, shape, mix, w) <= work.pods;
}

}  // namespace

std::vector<Harm> harms(const scenario::Scenario& scenario, const Target& target, const Shape& shape,
                        const PlanOptions& options) {
  const std::size_t count = scenario.workloads.size();
  if (count < 2 || count > kMostWorkloads) return {};
  std::vector<MixRequest> requests;
  for (std::size_t w = 0; w < count; ++w) {
    Mix alone(count, 0);
    alone[w] = 1;
    requests.push_back({0, shape, alone});
    for (std::size_t v = 0; v < count; ++v) {
      Mix pair = alone;
      ++pair[v];
      requests.push_back({0, shape, pair});
    }
  }
  const auto results = evaluate(scenario, {target}, requests, options, Effort::kNominal);
  if (stopped(options)) return {};

  std::vector<Harm> table;
  for (std::size_t w = 0; w < count; ++w) {
    const std::string& name = scenario.workloads[w].name;
    const std::size_t row = w * (count + 1);
    for (std::size_t v = 0; v < count; ++v) {
      // A fleet with one pod of a kind never puts two of them on a GPU.
      if (v == w && scenario.workloads[w].pods < 2) continue;
      if (splits_queue(scenario, shape, w, requests[row + 1 + v].mix)) continue;
      table.push_back(
          {name, scenario.workloads[v].name, p99_of(results[row], name), p99_of(results[row + 1 + v], name)});
    }
  }
  return table;
}

}  // namespace libsched::plan::detail
