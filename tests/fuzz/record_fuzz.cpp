// libFuzzer target: measurement records, and the fit to whatever could be read.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <libsched/calib/fit.hpp>
#include <libsched/calib/record.hpp>
#include <libsched/hw/catalog.hpp>
#include <libsched/plan/record_cases.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace libsched;
  const auto record = calib::read_record({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  check(record);
  if (!record) return 0;
  const auto fit = calib::fit_profile({*record});
  check(fit);
  // What is written can be read.
  if (fit && !hw::read_profile(calib::to_yaml(*fit), "profile.yaml", {})) std::abort();
  check(plan::record_cases({*record}));
  return 0;
}
