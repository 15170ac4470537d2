#include <libsched/workload/duration_law.hpp>

namespace libsched::workload {

void DurationStream::draw_four(std::uint64_t four) {
  const std::array<double, 4> ms = law_.law().sample_four(key_, purpose_, four * 4);
  for (std::size_t i = 0; i < 4; ++i) durations_[i] = DurationLaw::duration(ms[i]);
  four_ = four;
}

}  // namespace libsched::workload
