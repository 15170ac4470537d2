#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <libsched/place/cluster.hpp>
#include <libsched/place/fragment.hpp>

namespace libsched::place {

/// How well a cluster is used, in percent, with two decimals as the published experiment records them.
struct Usage {
  double allocation_pct = 0;                 ///< GPU in use / GPU capacity
  double fragmentation_pct_of_capacity = 0;  ///< expected fragment / GPU capacity
  double fragmentation_pct_of_idle = 0;      ///< expected fragment / idle GPU; 0 where nothing is idle
};

/// The mean usage over all arrivals at which the demand so far, placed or not, rounds to this percentage of capacity.
struct CurvePoint {
  int arrived_pct = 0;
  Usage usage;
};

/// Watches one run: the fragment is kept up node by node, since an arrival changes only one.
class Metrics {
 public:
  Metrics(const Cluster& cluster, const Fragment& fragment);

  /// The node has got a pod.
  void changed(NodeId id);
  /// A pod has arrived, placed or not.
  void arrived(MilliGpu demand);

  Usage usage() const;
  /// The expected fragment of the cluster, in thousandths of a GPU.
  double fragment() const { return total_; }
  /// The same for each node.
  std::span<const double> fragment_of() const { return of_node_; }
  /// One point for each whole percentage from 0 to the demand that arrived. Where no arrival rounds to it: the mean
  /// over its neighbours, or no point.
  std::vector<CurvePoint> curve() const;

 private:
  struct Sums {
    std::int64_t arrivals = 0;
    double allocation = 0;
    double of_capacity = 0;
    double of_idle = 0;
  };

  const Cluster& cluster_;
  const Fragment& fragment_;
  std::vector<double> of_node_;
  double total_ = 0;
  MilliGpu demand_;
  std::vector<Sums> levels_;
};

}  // namespace libsched::place
