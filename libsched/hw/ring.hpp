#pragma once

#include <array>

namespace libsched::hw {

/// Which tenant is next when the resident leaves (gpu-model: rule 1). Which one a card follows is to be measured.
enum class Ring {
  kCreation,  ///< the first runnable tenant after the resident, in creation order (the runlist's order)
  kArrival,   ///< one FIFO; who becomes runnable joins the tail
};

/// All of them, in the order in which they are offered.
inline constexpr std::array kRings = {Ring::kCreation, Ring::kArrival};

/// The word for it in scenarios, profiles and reports.
constexpr const char* name(Ring ring) {
  return ring == Ring::kCreation ? "creation" : "arrival";
}

}  // namespace libsched::hw
