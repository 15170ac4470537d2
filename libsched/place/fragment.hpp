#pragma once

#include <span>
#include <vector>

#include <libsched/place/cluster.hpp>
#include <libsched/place/trace.hpp>

namespace libsched::place {

/// What a node's fragment depends on.
struct GpuLeft {
  std::uint32_t model = 0;         ///< index of the GPU model in the cluster
  std::span<const MilliGpu> gpus;  ///< left on each GPU, in any order
  MilliCpu cpu;                    ///< left on the node
};

/// How much of a node's idle GPU the next typical pod cannot use, in expectation.
class Fragment {
 public:
  Fragment() = default;
  Fragment(const Fragment&) = delete;
  Fragment& operator=(const Fragment&) = delete;
  virtual ~Fragment() = default;
  /// In thousandths of a GPU; a pure function of its argument, the same for any order of the GPUs.
  virtual double expected(const GpuLeft& left) const = 0;
};

/// Weng et al., "Beware of Fragmentation", USENIX ATC 2023, section 3, as their program computes it
/// (docs/models/placement.md). O(typical pods x GPUs).
class FragmentModel final : public Fragment {
 public:
  /// `cluster` gives the meaning of model indices.
  FragmentModel(const std::vector<TypicalPod>& typical, const Cluster& cluster);
  double expected(const GpuLeft& left) const override;

  /// Different CPU requests of typical GPU and CPU pods, ascending: the fragment depends on a node's CPU only through
  /// how many of them are at most what is left.
  const std::vector<MilliCpu>& cpu_steps() const { return cpu_steps_; }

 private:
  struct Target {
    MilliCpu cpu;
    MilliGpu per_gpu;
    int gpu_count;
    ModelSet allowed;
    double frequency;
  };
  std::vector<Target> targets_;
  std::vector<MilliCpu> cpu_steps_;
};

/// The fragment of the whole cluster, from scratch, in thousandths of a GPU.
double total_fragment(const Cluster& cluster, const Fragment& fragment);

/// What is left of one node.
GpuLeft left_on(const Node& node, const NodeState& state);

}  // namespace libsched::place
