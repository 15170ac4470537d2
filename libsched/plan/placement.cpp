#include <libsched/plan/placement.hpp>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/place/arrivals.hpp>
#include <libsched/place/policies.hpp>
#include <libsched/plan/detail/parallel.hpp>

namespace libsched::plan {
namespace {

constexpr std::size_t kMostSeeds = 10'000;
constexpr std::size_t kMostRuns = 100'000;
constexpr std::int64_t kMostDrawn = 1'000'000;

using PolicyRows = std::vector<const place::PolicyRow*>;

PolicyRows find_policies(const std::vector<std::string>& names, Issues& issues) {
  PolicyRows rows;
  std::vector<std::string> known;
  for (const place::PolicyRow& row : place::policies()) known.emplace_back(row.name);
  if (names == std::vector<std::string>{"all"}) {
    for (const place::PolicyRow& row : place::policies()) rows.push_back(&row);
    return rows;
  }
  for (const std::string& name : names) {
    const place::PolicyRow* row = place::find_policy(name);
    if (name == "all") {
      issues.push_back({"--policy", "'all' names every policy and stands alone", "leave out the others, or 'all'"});
    } else if (row == nullptr) {
      const std::string near = nearest(name, known);
      issues.push_back({"--policy", fmt::format("there is no policy '{}'", name),
                        near.empty() ? fmt::format("choose among {}, or all", fmt::join(known, ", "))
                                     : fmt::format("did you mean {}?", near)});
    } else if (std::find(rows.begin(), rows.end(), row) != rows.end()) {
      issues.push_back({"--policy", fmt::format("'{}' is named twice", name), "name each policy once"});
    } else {
      rows.push_back(row);
    }
  }
  if (names.empty()) issues.push_back({"--policy", "no policy is named", "name one, e.g. fgd"});
  return rows;
}

/// The policies by name, and what is wrong with any option.
PolicyRows check_options(const PlacementQuestion& question, Issues& issues) {
  PolicyRows policies = find_policies(question.policies, issues);
  if (question.seeds.empty() || question.seeds.size() > kMostSeeds) {
    issues.push_back(
        {"--seeds", fmt::format("{} seeds", question.seeds.size()), fmt::format("give 1..{}", kMostSeeds)});
  }
  if (std::set<std::int64_t>(question.seeds.begin(), question.seeds.end()).size() != question.seeds.size()) {
    issues.push_back({"--seeds", "a seed is named twice", "name each once: a run twice tells nothing new"});
  }
  if (question.draw && (*question.draw < 1 || *question.draw > kMostDrawn)) {
    issues.push_back(
        {"--draw", fmt::format("{} is out of range", *question.draw), fmt::format("draw 1..{} pods", kMostDrawn)});
  }
  if (question.tune) {
    if (auto problem = place::problem_with_tune(*question.tune)) issues.push_back(*std::move(problem));
  }
  if (question.seeds.size() <= kMostSeeds && policies.size() * question.seeds.size() > kMostRuns) {
    issues.push_back({"--seeds", "these are too many runs", fmt::format("policies x seeds is at most {}", kMostRuns)});
  }
  return policies;
}

std::vector<RefusedKind> refused_kinds(const place::PodTrace& trace, const place::Outcome& outcome) {
  std::vector<RefusedKind> kinds(trace.kinds.size());
  for (const place::Failure& failure : outcome.failures) {
    RefusedKind& kind = kinds[trace.kind_of[outcome.placements[failure.arrival].pod]];
    ++kind.pods;
    kind.last = failure.refusal;
  }
  for (std::size_t k = 0; k < kinds.size(); ++k) kinds[k].request = trace.kinds[k];
  std::erase_if(kinds, [](const RefusedKind& kind) { return kind.pods == 0; });
  std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.pods > b.pods; });
  return kinds;
}

PlacementRun summary(const place::PodTrace& trace, const place::Outcome& outcome, std::string_view policy,
                     std::int64_t seed) {
  PlacementRun run{.policy = std::string{policy},
                   .seed = seed,
                   .arrivals = outcome.placements.size(),
                   .placed = outcome.placed(),
                   .usage = outcome.usage,
                   .curve = outcome.curve,
                   .refused = refused_kinds(trace, outcome),
                   .interrupted = outcome.interrupted};
  for (const place::Failure& failure : outcome.failures) {
    ++run.refused_by_main[static_cast<std::size_t>(failure.refusal.main)];
  }
  return run;
}

std::vector<PolicySummary> summaries(const std::vector<PlacementRun>& runs, const PolicyRows& policies) {
  std::vector<PolicySummary> list;
  std::vector<std::pair<std::int64_t, double>> first;  // allocation of the first policy by seed
  for (const place::PolicyRow* policy : policies) {
    std::vector<double> allocation, of_capacity, of_idle, failed, over_first;
    for (const PlacementRun& run : runs) {
      if (run.policy != policy->name) continue;
      allocation.push_back(run.usage.allocation_pct);
      of_capacity.push_back(run.usage.fragmentation_pct_of_capacity);
      of_idle.push_back(run.usage.fragmentation_pct_of_idle);
      failed.push_back(static_cast<double>(run.failed()));
      if (policy == policies.front()) first.emplace_back(run.seed, run.usage.allocation_pct);
      for (const auto& [seed, value] : first) {
        if (seed == run.seed) over_first.push_back(run.usage.allocation_pct - value);
      }
    }
    if (allocation.empty()) continue;  // interrupted before
    PolicySummary one{.policy = std::string{policy->name},
                      .runs = allocation.size(),
                      .allocation_pct = mean_over_seeds(allocation),
                      .fragmentation_pct_of_capacity = mean_over_seeds(of_capacity),
                      .fragmentation_pct_of_idle = mean_over_seeds(of_idle),
                      .failed = mean_over_seeds(failed),
                      .allocation_over_first = {}};
    if (policy != policies.front() && !over_first.empty()) one.allocation_over_first = mean_over_seeds(over_first);
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

Result<std::vector<std::int64_t>> read_seeds(const std::string& text) {
  std::vector<std::int64_t> seeds;
  std::string_view rest = text;
  const auto number = [&rest](std::int64_t& value) {
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (status != std::errc{} || value < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return true;
  };
  const Issue wrong{"--seeds", fmt::format("'{}' is no list of seeds", text), "write e.g. 42-51 or 1,2,5"};
  for (bool more = true; more;) {
    std::int64_t first = 0;
    if (!number(first)) return wrong;
    std::int64_t last = first;
    if (rest.starts_with('-')) {
      rest.remove_prefix(1);
      if (!number(last) || last < first) return wrong;
    }
    if (static_cast<std::uint64_t>(last - first) >= kMostSeeds) {
      return Issue{"--seeds", "these are too many seeds", fmt::format("give 1..{}", kMostSeeds)};
    }
    for (std::int64_t seed = first; seed < last; ++seed) seeds.push_back(seed);
    seeds.push_back(last);
    more = rest.starts_with(',');
    if (more) rest.remove_prefix(1);
  }
  if (!rest.empty()) return wrong;
  return seeds;
}

Issues option_issues(const PlacementQuestion& question) {
  Issues issues;
  check_options(question, issues);
  return issues;
}

Result<PlacementReport> place_pods(const PlacementQuestion& question) {
  Issues issues;
  const auto keep = [&](const Issues& more) { issues.insert(issues.end(), more.begin(), more.end()); };
  const PolicyRows policies = check_options(question, issues);
  auto nodes = place::read_nodes(question.nodes);
  if (!nodes) keep(nodes.error());
  auto pods = question.draw && issues.empty()
                  ? place::draw_pods(question.pods, static_cast<std::size_t>(*question.draw),
                                     static_cast<std::uint64_t>(question.seeds.front()))
                  : place::read_pods(question.pods);
  if (!pods) keep(pods.error());
  if (question.nodes.text == question.pods.text) {
    issues.push_back({question.pods.name, "the pods are the same list as the nodes", "give a list of each"});
  }
  if (!issues.empty()) return issues;
  auto cluster = place::Cluster::make(*std::move(nodes));
  if (!cluster) return cluster.error();
  place::PodTrace trace{*std::move(pods)};
  const std::vector<place::TypicalPod> typical = place::typical_pods(trace);
  std::vector<place::Arrivals> arrivals;
  for (const std::int64_t seed : question.seeds) {
    auto drawn = place::draw_arrivals(trace, *cluster, {seed, question.order, question.tune});
    if (!drawn) return drawn.error();
    arrivals.push_back(*std::move(drawn));
  }

  PlacementReport report;
  report.nodes = cluster->size();
  report.gpu_capacity = cluster->gpu_capacity();
  report.pods = trace.pods.size();
  report.gpu_demand = trace.gpu_demand();
  report.tune = question.tune;
  const std::size_t jobs = policies.size() * question.seeds.size();
  std::vector<PlacementRun> runs(jobs);
  std::optional<place::Outcome> only;
  detail::run_parallel(
      jobs,
      [&](std::size_t job) {
        const std::size_t s = job % question.seeds.size();
        const place::PolicyRow& policy = *policies[job / question.seeds.size()];
        place::Outcome outcome = place::run(
            {*cluster, trace, typical, arrivals[s], policy, question.seeds[s], question.engine, question.interrupt});
        runs[job] = summary(trace, outcome, policy.name, question.seeds[s]);
        if (jobs == 1) only = std::move(outcome);
      },
      question.progress, question.threads);
  report.interrupted = std::any_of(runs.begin(), runs.end(), [](const PlacementRun& run) { return run.interrupted; });
  if (jobs > 1) std::erase_if(runs, [](const PlacementRun& run) { return run.interrupted; });
  report.policies = summaries(runs, policies);
  report.runs = std::move(runs);
  if (only) report.detail = PlacementDetail{std::move(trace), *std::move(only)};
  return report;
}

}  // namespace libsched::plan
