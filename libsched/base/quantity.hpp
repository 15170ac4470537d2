#pragma once

#include <compare>
#include <cstdint>

namespace libsched {

/// An amount of one thing. Amounts of different things do not mix: `Mebibytes + MilliGpu` does not compile.
template <class Tag>
class Quantity {
 public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t raw) : raw_{raw} {}
  constexpr std::int64_t raw() const { return raw_; }
  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.raw_ + b.raw_}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.raw_ - b.raw_}; }
  friend constexpr Quantity operator*(Quantity a, std::int64_t n) { return Quantity{a.raw_ * n}; }
  constexpr Quantity& operator+=(Quantity b) { return *this = *this + b; }
  constexpr Quantity& operator-=(Quantity b) { return *this = *this - b; }

 private:
  std::int64_t raw_{};
};

/// GPU memory in MiB, the unit of NVML, of the device plugin's limits and of GFD's labels.
using Mebibytes = Quantity<struct MebibytesTag>;

}  // namespace libsched
