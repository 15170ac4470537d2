#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include <libsched/calib/fit.hpp>

namespace libsched::calib {

std::vector<Record> without_repeats(std::vector<Record> records, std::vector<SetAside>& repeats) {
  const auto what = [](const Record& one) { return std::tie(one.measurement, one.started, one.device.id, one.tool); };
  std::vector<Record> kept;
  for (Record& record : records) {
    const auto first =
        std::find_if(kept.begin(), kept.end(), [&](const Record& one) { return what(one) == what(record); });
    if (record.started.empty() || first == kept.end()) {
      kept.push_back(std::move(record));
    } else {
      repeats.push_back({record.origin, fmt::format("is the same measurement as {} and counts once", first->origin)});
    }
  }
  return kept;
}

}  // namespace libsched::calib
