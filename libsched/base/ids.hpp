#pragma once

#include <compare>
#include <cstdint>

namespace libsched {

/// A dense index into one kind of table; ids of different tables do not mix.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t index) : index_{index} {}
  constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  std::uint32_t index_{};
};

using GpuId = Id<struct GpuTag>;
/// One process with its own CUDA context, numbered in creation order over the whole system.
using TenantId = Id<struct TenantTag>;

}  // namespace libsched
