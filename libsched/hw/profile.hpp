#pragma once

#include <string>

#include <libsched/base/estimate.hpp>
#include <libsched/hw/ring.hpp>

namespace libsched::hw {

/// The time-slicing parameters of one GPU model. Every number is an estimate with its source.
struct GpuProfile {
  Estimate slice_us;          ///< length of a full time slice
  Estimate preempt_us;        ///< switch at a slice end, out of running work
  Estimate voluntary_us;      ///< switch when the resident runs dry
  Estimate idle_us;           ///< switch to another tenant on an idle GPU
  Estimate refill_us;         ///< GPU time without progress after each switch-in (caches, TLB)
  Estimate switch_jitter_us;  ///< standard deviation of one switch
  Estimate idle_gap_us;       ///< how long a dry tenant keeps the GPU
  Estimate host_contention;   ///< extra host time per other tenant on the node, as a fraction
  Ring ring = Ring::kCreation;
  bool assumed = false;  ///< no measurement of this card or its family stands behind the numbers
};

}  // namespace libsched::hw
