#include <libsched/place/metrics.hpp>

#include <algorithm>
#include <cmath>

namespace libsched::place {
namespace {

double two_decimals(double value) {
  return std::nearbyint(value * 100.0) / 100.0;
}

}  // namespace

Metrics::Metrics(const Cluster& cluster, const Fragment& fragment) : cluster_{cluster}, fragment_{fragment} {
  for (std::uint32_t i = 0; i < cluster.size(); ++i) {
    of_node_.push_back(fragment.expected(left_on(cluster.nodes()[i], cluster.state(NodeId{i}))));
    total_ += of_node_.back();
  }
}

void Metrics::changed(NodeId id) {
  const double now = fragment_.expected(left_on(cluster_.node(id), cluster_.state(id)));
  total_ += now - of_node_[id.index()];
  of_node_[id.index()] = now;
}

Usage Metrics::usage() const {
  const auto capacity = static_cast<double>(cluster_.gpu_capacity().raw());
  const auto used = static_cast<double>(cluster_.gpu_used().raw());
  const double idle = capacity - used;
  return {two_decimals(100.0 * used / capacity), 100.0 * two_decimals(total_) / capacity,
          idle > 0 ? two_decimals(100.0 * total_ / idle) : 0.0};
}

void Metrics::arrived(MilliGpu demand) {
  demand_ += demand;
  const double percent =
      100.0 * static_cast<double>(demand_.raw()) / static_cast<double>(cluster_.gpu_capacity().raw());
  const auto level = static_cast<std::size_t>(std::nearbyint(percent));  // half to even
  if (level >= levels_.size()) levels_.resize(level + 1);
  const Usage now = usage();
  Sums& sums = levels_[level];
  ++sums.arrivals;
  sums.allocation += now.allocation_pct;
  sums.of_capacity += now.fragmentation_pct_of_capacity;
  sums.of_idle += now.fragmentation_pct_of_idle;
}

std::vector<CurvePoint> Metrics::curve() const {
  std::vector<CurvePoint> points;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    Sums sums = levels_[level];
    if (sums.arrivals == 0) {
      for (const std::size_t near : {level - 1, level + 1}) {  // level 0 has no neighbour below, which wraps far away
        if (near >= levels_.size()) continue;
        sums.arrivals += levels_[near].arrivals;
        sums.allocation += levels_[near].allocation;
        sums.of_capacity += levels_[near].of_capacity;
        sums.of_idle += levels_[near].of_idle;
      }
    }
    if (sums.arrivals == 0) continue;
    const auto n = static_cast<double>(sums.arrivals);
    points.push_back({static_cast<int>(level), {sums.allocation / n, sums.of_capacity / n, sums.of_idle / n}});
  }
  return points;
}

}  // namespace libsched::place
