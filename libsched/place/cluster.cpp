#include <libsched/place/cluster.hpp>

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>
#include <libsched/place/detail/gpu_memory.hpp>
#include <libsched/place/filter.hpp>

namespace libsched::place {
namespace {

NodeState unused(const Node& node, std::uint32_t model) {
  NodeState state;
  state.cpu = node.cpu;
  state.memory = node.memory;
  std::fill_n(state.gpu.begin(), node.gpu_count, kWholeGpu);
  if (node.gpu_memory > Mebibytes{0}) {
    state.gpu_memory.assign(static_cast<std::size_t>(node.gpu_count), node.gpu_memory);
  }
  state.model = model;
  return state;
}

}  // namespace

Result<Cluster> Cluster::make(std::vector<Node> nodes) {
  Issues issues;
  std::unordered_set<std::string_view> names;
  for (const Node& node : nodes) {
    for (Issue issue : problems(node)) {
      issue.where = "node " + node.name;
      issues.push_back(std::move(issue));
    }
    if (!names.insert(node.name).second) {
      issues.push_back({"node " + node.name, "the name is used twice", "give each node a name of its own"});
    }
  }
  if (!issues.empty()) return issues;
  Cluster cluster;
  for (const Node& node : nodes) {
    auto model = std::find(cluster.models_.begin(), cluster.models_.end(), node.gpu_model);
    if (model == cluster.models_.end()) model = cluster.models_.insert(model, node.gpu_model);
    cluster.states_.push_back(unused(node, static_cast<std::uint32_t>(model - cluster.models_.begin())));
    cluster.capacity_ += kWholeGpu * node.gpu_count;
  }
  if (cluster.models_.size() > kMostModels) {
    return Issue{"nodes", fmt::format("{} different GPU models", cluster.models_.size()),
                 fmt::format("use at most {}", kMostModels)};
  }
  cluster.nodes_ = std::move(nodes);
  return cluster;
}

ModelSet Cluster::allowed(std::string_view models) const {
  if (models.empty()) return ~ModelSet{0};
  ModelSet set = 0;
  while (!models.empty()) {
    const std::size_t end = std::min(models.find('|'), models.size());
    const std::string_view name = models.substr(0, end);
    models.remove_prefix(std::min(end + 1, models.size()));
    const auto found = std::find(models_.begin(), models_.end(), name);
    if (!name.empty() && found != models_.end()) set |= ModelSet{1} << (found - models_.begin());
  }
  return set;
}

void Cluster::commit(NodeId id, const PodRequest& pod, GpuSet gpus) {
  NodeState& state = states_[id.index()];
  LIBSCHED_ASSERT((gpus & ~eligible(nodes_[id.index()], state, pod, allowed(pod.gpu_models)).gpus) == 0,
                  "only GPUs that the filter found are given away");
  LIBSCHED_ASSERT(std::popcount(gpus) == pod.gpu_count, "a pod gets as many GPUs as it asks for");
  detail::take_gpu_memory(state, pod, gpus);
  state.cpu -= pod.cpu;
  state.memory -= pod.memory;
  for (; gpus != 0; gpus &= gpus - 1) {
    MilliGpu& left = state.gpu[static_cast<std::size_t>(std::countr_zero(gpus))];
    left -= pod.per_gpu;
    LIBSCHED_ASSERT(left >= MilliGpu{0}, "no GPU gives more than it has");
    used_ += pod.per_gpu;
  }
  LIBSCHED_ASSERT(state.cpu >= MilliCpu{0} && state.memory >= Mebibytes{0}, "no node gives more than it has");
  state.affinity |= affinity_of(pod);
  ++state.pods;
}

}  // namespace libsched::place
