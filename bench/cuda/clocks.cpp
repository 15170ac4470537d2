#include "clocks.hpp"

namespace slicewise::bench::cuda {

std::vector<std::int64_t> on_gpu(const std::vector<std::int64_t>& host_ns, const ClockPair& before,
                                 const ClockPair& after) {
  const std::int64_t passed = after.host_ns - before.host_ns;
  const std::int64_t apart = (after.gpu_ns - after.host_ns) - (before.gpu_ns - before.host_ns);
  const double drift = passed > 0 ? static_cast<double>(apart) / static_cast<double>(passed) : 0;
  std::vector<std::int64_t> found;
  found.reserve(host_ns.size());
  for (const std::int64_t at : host_ns) {
    const std::int64_t since = at - before.host_ns;
    found.push_back(before.gpu_ns + since + static_cast<std::int64_t>(drift * static_cast<double>(since)));
  }
  return found;
}

}  // namespace slicewise::bench::cuda
