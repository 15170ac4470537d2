// libFuzzer target: mig.yaml, the MIG profiles of some of the compiled-in cards.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <libsched/hw/catalog.hpp>
#include <libsched/hw/detail/readers.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace hw = libsched::hw;
  static const std::vector<hw::GpuModel> cards = [] {
    std::vector<hw::GpuModel> some;
    for (const char* name : {"A30", "A100-40GB", "T4"}) {
      some.push_back(*hw::find_gpu(name));
      some.back().mig_profiles.clear();
    }
    return some;
  }();
  std::vector<hw::GpuModel> read = cards;
  libsched::Issues issues;
  hw::detail::read_mig({reinterpret_cast<const char*>(data), size}, "fuzz.yaml", true, read, issues);
  for (const libsched::Issue& issue : issues) {
    if (issue.where.empty() || issue.what.empty()) std::abort();
  }
  if (!issues.empty()) return 0;
  for (const hw::GpuModel& card : read) {
    for (const hw::MigProfile& profile : card.mig_profiles) {
      if (profile.compute < 1 || profile.most < 1 || !(profile.slowdown.low <= profile.slowdown.high)) std::abort();
    }
  }
  return 0;
}
