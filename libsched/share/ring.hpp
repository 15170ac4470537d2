#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include <libsched/hw/profile.hpp>
#include <libsched/share/mode.hpp>

namespace libsched::share {

/// The tenants that have work and wait for the GPU, in the order in which they get it (gpu-model section 1, rule 1).
class Ring {
 public:
  Ring(hw::Ring order, std::size_t tenants) : order_{order}, waiting_((tenants + 63) / 64) {}

  bool empty() const { return count_ == 0; }

  /// A tenant has become runnable, or was preempted. Precondition: it is not in the ring.
  void join(Slot slot);

  /// Removes and returns whoever follows the resident. Precondition: not empty.
  Slot take_next(Slot resident);

 private:
  hw::Ring order_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> waiting_;  ///< creation order: one bit per slot
  std::deque<Slot> queue_;              ///< arrival order
};

}  // namespace libsched::share
