#include <libsched/place/interconnect.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/filtered_graph.hpp>

#include <libsched/base/assert.hpp>

namespace libsched::place {
namespace {

struct Link {
  int tier = 0;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Link>;
using Vertex = Graph::vertex_descriptor;

void mesh(Graph& graph, int first, int last, int tier) {
  for (int a = first; a < last; ++a) {
    for (int b = a + 1; b < last; ++b) boost::add_edge(static_cast<Vertex>(a), static_cast<Vertex>(b), {tier}, graph);
  }
}

/// NVIDIA, "DGX-1 with Tesla V100 System Architecture" (WP-08437-002), figure 4: six links of each GPU.
constexpr std::array<std::array<int, 3>, 16> kCube = {{{0, 1, 1},
                                                       {0, 2, 1},
                                                       {0, 3, 2},
                                                       {0, 4, 2},
                                                       {1, 2, 2},
                                                       {1, 3, 1},
                                                       {1, 5, 2},
                                                       {2, 3, 2},
                                                       {2, 6, 1},
                                                       {3, 7, 1},
                                                       {4, 5, 1},
                                                       {4, 6, 1},
                                                       {4, 7, 2},
                                                       {5, 6, 2},
                                                       {5, 7, 1},
                                                       {6, 7, 2}}};

Graph links_of(Interconnect kind, int gpus) {
  Graph graph{static_cast<std::size_t>(gpus)};
  switch (kind) {
    case Interconnect::kPcie:
      break;
    case Interconnect::kNvlinkPairs:
      for (int g = 0; g < gpus; g += 2) mesh(graph, g, std::min(g + 2, gpus), 1);
      break;
    case Interconnect::kNvlinkQuads:
      for (int g = 0; g < gpus; g += 4) mesh(graph, g, std::min(g + 4, gpus), 1);
      break;
    case Interconnect::kCubeMesh:
      for (const auto& [a, b, tier] : kCube) {
        if (a < gpus && b < gpus) boost::add_edge(static_cast<Vertex>(a), static_cast<Vertex>(b), {tier}, graph);
      }
      break;
    case Interconnect::kNvswitch:
      mesh(graph, 0, gpus, 2);
      break;
  }
  return graph;
}

/// The linked groups of the free GPUs, over links of at least `tier`.
std::vector<GpuSet> linked_groups(const Graph& graph, GpuSet free, int tier) {
  const auto fast = [&](Graph::edge_descriptor link) { return graph[link].tier >= tier; };
  const auto is_free = [&](Vertex gpu) { return (free >> gpu & 1U) != 0; };
  const boost::filtered_graph<Graph, std::function<bool(Graph::edge_descriptor)>, std::function<bool(Vertex)>> part{
      graph, fast, is_free};
  std::array<int, kMostGpus> group{};
  const int count = boost::connected_components(part, group.data());
  std::vector<GpuSet> sets(static_cast<std::size_t>(count), 0);
  for (const Vertex gpu : boost::make_iterator_range(boost::vertices(part))) {
    sets[static_cast<std::size_t>(group[gpu])] |= GpuSet{1} << gpu;
  }
  return sets;
}

/// `count` GPUs of one linked group that hang together, breadth first from its lowest.
GpuSet cut(const Graph& graph, GpuSet group, int tier, int count) {
  GpuSet taken = group & (~group + 1);
  while (std::popcount(taken) < count) {
    GpuSet next = 0;
    for (const auto link : boost::make_iterator_range(boost::edges(graph))) {
      if (graph[link].tier < tier) continue;
      const GpuSet a = GpuSet{1} << boost::source(link, graph);
      const GpuSet b = GpuSet{1} << boost::target(link, graph);
      if ((taken & a) != 0) next |= b;
      if ((taken & b) != 0) next |= a;
    }
    next &= group & ~taken;
    LIBSCHED_ASSERT(next != 0, "the group hangs together and has enough GPUs");
    for (; next != 0 && std::popcount(taken) < count; next &= next - 1) taken |= next & (~next + 1);
  }
  return taken;
}

GpuSet lowest(GpuSet free, int count) {
  GpuSet taken = 0;
  for (; count > 0; --count, free &= free - 1) taken |= free & (~free + 1);
  return taken;
}

}  // namespace

const std::vector<std::string_view>& interconnect_names() {
  static const std::vector<std::string_view> names = {"pcie", "nvlink-pairs", "nvlink-quads", "cube-mesh", "nvswitch"};
  return names;
}

std::optional<Interconnect> interconnect_of(std::string_view name) {
  const auto& names = interconnect_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Interconnect>(found - names.begin());
}

Group best_group(Interconnect kind, int gpus, GpuSet free, int count) {
  LIBSCHED_ASSERT(count >= 1 && count <= std::popcount(free), "the filter lets only such pods through");
  const Graph graph = links_of(kind, gpus);
  for (const int tier : {2, 1}) {
    std::vector<GpuSet> groups = linked_groups(graph, free, tier);
    std::erase_if(groups, [&](GpuSet group) { return std::popcount(group) < count; });
    if (groups.empty()) continue;
    // The smallest that will do: larger groups stay whole for larger pods.
    const GpuSet group = *std::min_element(groups.begin(), groups.end(), [](GpuSet a, GpuSet b) {
      return std::pair{std::popcount(a), a & (~a + 1)} < std::pair{std::popcount(b), b & (~b + 1)};
    });
    return {cut(graph, group, tier, count), tier, std::popcount(group) - count};
  }
  return {lowest(free, count), 0, std::popcount(free) - count};
}

Group GroupMemo::best(Interconnect kind, int gpus, GpuSet free, int count) const {
  const std::array<std::uint32_t, 4> key = {static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(gpus), free,
                                            static_cast<std::uint32_t>(count)};
  const auto [entry, is_new] = known_.try_emplace(key);
  if (is_new) entry->second = best_group(kind, gpus, free, count);
  return entry->second;
}

}  // namespace libsched::place
