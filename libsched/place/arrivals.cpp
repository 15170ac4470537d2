#include <libsched/place/arrivals.hpp>

#include <algorithm>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include <libsched/place/detail/alive_list.hpp>
#include <libsched/place/go_random.hpp>

namespace libsched::place {
namespace {

constexpr std::size_t kMostArrivals = 10'000'000;

template <class List>
std::vector<std::uint32_t> sorted_by_name(const List& list) {
  std::vector<std::uint32_t> order(list.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return list[a].name < list[b].name; });
  return order;
}

/// Repeats pods until the next one drawn would pass the target. Like the published program it looks at that pod's share
/// of one GPU, so a pod of several GPUs can overshoot. False if it takes too long.
bool repeat_pods(const PodTrace& trace, const std::vector<std::uint32_t>& by_name, double target, MilliGpu demand,
                 GoRandom& random, std::vector<std::uint32_t>& arriving) {
  while (arriving.size() < kMostArrivals) {
    const std::uint32_t pod = by_name[random.intn(static_cast<std::uint32_t>(by_name.size()))];
    const PodRequest& request = trace.pods[pod].request;
    if (static_cast<double>((demand + request.per_gpu).raw()) > target) return true;
    arriving.push_back(pod);
    demand += request.gpu_demand();
  }
  return false;
}

/// Leaves pods out until the demand is at most the target.
void leave_out_pods(const PodTrace& trace, double target, MilliGpu demand, GoRandom& random,
                    std::vector<std::uint32_t>& arriving) {
  detail::AliveList alive{arriving.size()};
  while (static_cast<double>(demand.raw()) > target) {
    const std::size_t place = alive.take(random.intn(static_cast<std::uint32_t>(alive.size())));
    demand -= trace.pods[arriving[place]].request.gpu_demand();
  }
  std::vector<std::uint32_t> rest;
  for (std::size_t i = 0; i < arriving.size(); ++i) {
    if (alive.contains(i)) rest.push_back(arriving[i]);
  }
  arriving = std::move(rest);
}

Issues problems(const PodTrace& trace, const Cluster& cluster, const ArrivalOptions& options) {
  Issues issues;
  if (cluster.gpu_capacity() == MilliGpu{0}) {
    issues.push_back({"nodes", "no node has a GPU", "give a list with GPU nodes"});
  }
  if (trace.pods.empty()) issues.push_back({"pods", "there are no pods", "give at least one"});
  if (!options.tune) return issues;
  if (auto problem = problem_with_tune(*options.tune)) issues.push_back(*std::move(problem));
  if (trace.gpu_demand() == MilliGpu{0} && !trace.pods.empty()) {
    issues.push_back({"--tune", "no pod asks for a GPU, so there is no demand to tune", "leave it out"});
  }
  return issues;
}

}  // namespace

std::optional<Issue> problem_with_tune(double tune) {
  if (tune > 0 && tune <= 100) return std::nullopt;
  return Issue{"--tune", fmt::format("{} is out of range", tune),
               "give GPU demand / GPU capacity, more than 0 and at most 100, e.g. 1.3"};
}

Result<Arrivals> draw_arrivals(const PodTrace& trace, const Cluster& cluster, const ArrivalOptions& options) {
  if (Issues issues = problems(trace, cluster, options); !issues.empty()) return issues;
  GoRandom random{options.seed};
  random.int63();  // drawn and not used by the published program
  const std::vector<std::uint32_t> by_name = sorted_by_name(trace.pods);
  Arrivals arrivals;
  if (options.order == Order::kShuffled) {
    arrivals.pods = by_name;
    random.shuffle(arrivals.pods);
  } else {
    arrivals.pods.resize(trace.pods.size());
    std::iota(arrivals.pods.begin(), arrivals.pods.end(), 0U);
  }
  if (options.tune) {
    const double target = *options.tune * static_cast<double>(cluster.gpu_capacity().raw());
    const MilliGpu demand = trace.gpu_demand();
    if (static_cast<double>(demand.raw()) < target) {
      if (!repeat_pods(trace, by_name, target, demand, random, arrivals.pods)) {
        return Issue{"--tune", fmt::format("takes more than {} pods", kMostArrivals), "give a smaller demand"};
      }
    } else if (static_cast<double>(demand.raw()) > target) {
      leave_out_pods(trace, target, demand, random, arrivals.pods);
    }
  }
  for (int i = 0; i < 10; ++i) random.float64();  // its background watchers draw ten times before the next step
  const std::vector<std::uint32_t> ranks = random.perm(static_cast<std::uint32_t>(cluster.size()));
  const std::vector<std::uint32_t> nodes = sorted_by_name(cluster.nodes());
  arrivals.ranks.resize(cluster.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) arrivals.ranks[nodes[i]] = ranks[i];
  return arrivals;
}

}  // namespace libsched::place
