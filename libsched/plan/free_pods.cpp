#include <libsched/plan/detail/free_pods.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <libsched/plan/detail/stage.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

constexpr int kMostPods = 1024;
/// The search asks short runs; the last word has a full one, which may ask for a few pods more.
constexpr int kMostSteps = 8;

/// GPUs that all pods of a workload keep busy.
double offered(const workload::Workload& work, const GpuTime& time) {
  return workload::mean_rate_per_s(work.arrivals).value_or(0) * time.law.mean() * 1e-3;
}

int free_workloads(const scenario::Scenario& scenario) {
  return static_cast<int>(std::count_if(scenario.workloads.begin(), scenario.workloads.end(),
                                        [](const workload::Workload& work) { return pods_are_free(work); }));
}

Solution judged(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                const PlanOptions& options, Effort effort) {
  Solution one;
  propose(scenario, targets, layout, options, one.proposals);
  one.results = run_mixes(scenario, targets, one.proposals, options, effort, 1);
  one.candidates.push_back(judge(scenario, targets[layout.target], one.proposals.list.front(), one.results));
  return one;
}

/// The same for the question alone whether every SLO is kept: ends with the first mix that surely does not.
Solution decided(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                 const PlanOptions& options) {
  Solution one;
  propose(scenario, targets, layout, options, one.proposals);
  const auto run = [&](const MixRequest& request, Effort effort) {
    return evaluate(scenario, targets, {request}, options, effort, 1).front();
  };
  const auto& requests = one.proposals.requests;
  one.results.resize(requests.size());
  bool refused = false;
  for (std::size_t i = 0; i < requests.size() && !refused; ++i) {
    one.results[i] = run(requests[i], Effort::kLook);
    refused = verdict_of(requests[i], one.results[i]) >= Verdict::kMisses;
  }
  for (std::size_t i = 0; i < requests.size() && !refused; ++i) {
    if (verdict_of(requests[i], one.results[i]) != Verdict::kUnsure) continue;
    one.results[i] = run(requests[i], Effort::kNominal);
    refused = verdict_of(requests[i], one.results[i]) >= Verdict::kMisses;
  }
  one.candidates.push_back(judge(scenario, targets[layout.target], one.proposals.list.front(), one.results));
  if (refused) one.candidates.front().meets_slo = false;
  return one;
}

bool meets(const Solution& one) {
  return one.candidates.front().meets_slo;
}

}  // namespace

bool pods_are_free(const workload::Workload& workload) {
  return workload.route != workload::Route::kPerPod && !workload.pods_given;
}

bool pods_are_free(const scenario::Scenario& scenario) {
  return free_workloads(scenario) > 0;
}

scenario::Scenario with_free_pods(const scenario::Scenario& scenario, const Target& target, int total) {
  scenario::Scenario sized = scenario;
  double all = 0;
  for (std::size_t w = 0; w < sized.workloads.size(); ++w) {
    if (pods_are_free(sized.workloads[w])) all += offered(sized.workloads[w], target.gpu_time[w]);
  }
  const bool only_one = free_workloads(scenario) == 1;
  for (std::size_t w = 0; w < sized.workloads.size(); ++w) {
    workload::Workload& work = sized.workloads[w];
    if (!pods_are_free(work)) continue;
    // Rounded up, so that nobody is left without pods and no share shrinks as the total grows.
    work.pods =
        only_one || all <= 0
            ? total
            : std::clamp(static_cast<int>(std::ceil(total * offered(work, target.gpu_time[w]) / all)), 1, kMostPods);
  }
  return sized;
}

scenario::Scenario as_built(scenario::Scenario scenario, const Candidate& candidate) {
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    scenario.workloads[w].pods = candidate.workloads[w].pods;
    scenario.workloads[w].pods_given = true;
  }
  return scenario;
}

Solution solve_free_pods(const scenario::Scenario& scenario, const std::vector<Target>& targets, const Layout& layout,
                         const PlanOptions& options, Effort effort) {
  const PlanOptions quiet = unwatched(options);
  const auto sized = [&](int pods) { return with_free_pods(scenario, targets[layout.target], pods); };
  const auto attempt = [&](int pods, Effort how) {
    return how == Effort::kDecide && options.short_runs ? decided(sized(pods), targets, layout, quiet)
                                                        : judged(sized(pods), targets, layout, quiet, how);
  };

  const bool only_one_free = free_workloads(scenario) == 1;
  int failing = 0;
  int pods = std::max(1, free_workloads(scenario));
  Solution found = attempt(pods, Effort::kDecide);
  // More pods never need less memory on a full GPU, nor shorten a request.
  const auto ruled_out = [](const Solution& one) {
    return one.candidates.front().binding == Binding::kMemory || one.proposals.list.front().floor.has_value();
  };
  while (!meets(found) && !ruled_out(found) && pods < kMostPods && !stopped(options)) {
    failing = pods;
    pods = std::min(2 * pods, kMostPods);
    found = attempt(pods, Effort::kDecide);
  }
  if (!meets(found)) {
    if (!ruled_out(found)) found = judged(sized(pods), targets, layout, quiet, std::min(effort, Effort::kNominal));
    Candidate& candidate = found.candidates.front();
    if (stopped(options) && !ruled_out(found)) {  // of fewer pods than it would have had
      candidate.reason = kInterrupted;
      candidate.binding = Binding::kNone;
    }
    if (pods == kMostPods) candidate.reason += fmt::format(", even with {} pods", kMostPods);
    return found;
  }
  while (pods - failing > 1 && !stopped(options)) {
    const int middle = failing + (pods - failing) / 2;
    Solution one = attempt(middle, Effort::kDecide);
    if (meets(one)) {
      pods = middle;
      found = std::move(one);
    } else {
      failing = middle;
    }
  }
  if (effort == Effort::kDecide) return found;
  found = attempt(pods, effort);
  for (int step = 0; step < kMostSteps && !meets(found) && !stopped(options); ++step) {
    pods = std::min(pods + std::max(1, pods / 50), kMostPods);
    found = attempt(pods, effort);
  }
  if (effort == Effort::kNominal) return found;
  // Slots that are paid for anyway may make a nominal answer a robust one.
  const Candidate& candidate = found.candidates.front();
  const int slots = candidate.gpus * candidate.replicas - (candidate.pods - pods);
  if (only_one_free && meets(found) && !candidate.robust && slots > pods && slots <= kMostPods && !stopped(options)) {
    Solution filled = attempt(slots, effort);
    if (filled.candidates.front().robust) return filled;
  }
  return found;
}

}  // namespace libsched::plan::detail
