// libFuzzer target: mig.yaml, the MIG profiles of some of the compiled-in cards.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <libsched/hw/catalog.hpp>
#include <libsched/hw/detail/readers.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace hw = libsched::hw;
  // The reader writes nothing but the profiles, so a run need not copy the cards.
  static std::vector<hw::GpuModel> cards = [] {
    std::vector<hw::GpuModel> some;
    for (const char* name : {"A30", "A100-40GB", "T4"}) some.push_back(*hw::find_gpu(name));
    return some;
  }();
  for (hw::GpuModel& card : cards) card.mig_profiles.clear();
  libsched::Issues issues;
  hw::detail::read_mig({reinterpret_cast<const char*>(data), size}, "fuzz.yaml", true, cards, issues);
  check(issues);
  if (!issues.empty()) return 0;
  for (const hw::GpuModel& card : cards) {
    for (const hw::MigProfile& profile : card.mig_profiles) {
      if (profile.compute < 1 || profile.most < 1 || !(profile.slowdown.low <= profile.slowdown.high)) std::abort();
    }
  }
  return 0;
}
