#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <libsched/place/fragment.hpp>

namespace libsched::place::detail {

/// FragmentModel that remembers: few different states of a node occur, and each is asked for thousands of times. The
/// answers are the same to the last bit, since the key holds all that the model looks at. For one thread.
class FragmentMemo final : public Fragment {
 public:
  FragmentMemo(const std::vector<TypicalPod>& typical, const Cluster& cluster)
      : model_{typical, cluster}, slots_(1U << 12) {}
  double expected(const GpuLeft& left) const override;

 private:
  /// The GPUs with something left, sorted, ten bits each, then model and CPU step.
  using Key = std::array<std::uint64_t, 4>;
  struct Slot {
    Key key{};  ///< all zero = free; the key of a real question never is, see key_of
    double value = 0;
  };

  Key key_of(const GpuLeft& left) const;
  void grow() const;

  FragmentModel model_;
  mutable std::vector<Slot> slots_;  ///< open addressing; the size is a power of two
  mutable std::size_t used_ = 0;
};

}  // namespace libsched::place::detail
