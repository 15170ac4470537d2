// libFuzzer target: measurement records, parted by lines "---", and the fit to whatever could be read. Several, because
// a profile needs more than one measurement: without a slice there is none.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <libsched/calib/fit.hpp>
#include <libsched/calib/record.hpp>
#include <libsched/hw/catalog.hpp>
#include <libsched/plan/record_cases.hpp>

#include "check_issues.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace libsched;
  constexpr std::string_view kPart = "\n---\n";
  std::string_view text{reinterpret_cast<const char*>(data), size};
  std::vector<calib::Record> records;
  for (bool more = true; more;) {
    const std::size_t at = text.find(kPart);
    more = at != std::string_view::npos;
    auto record = calib::read_record(std::string{text.substr(0, at)}, "fuzz.json");
    check(record);
    if (record) records.push_back(*std::move(record));
    if (more) text.remove_prefix(at + kPart.size());
  }
  if (records.empty()) return 0;
  const auto fit = calib::fit_profile(records);
  check(fit);
  // What is written can be read.
  if (fit && !hw::read_profile(calib::to_yaml(*fit), "profile.yaml", {})) std::abort();
  check(plan::record_cases(records));
  return 0;
}
