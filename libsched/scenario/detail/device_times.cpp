#include <libsched/scenario/detail/device_times.hpp>

#include <libsched/share/device_time.hpp>

namespace libsched::scenario::detail {

namespace {

/// gpu-model section 2, rule 5.
constexpr double kUnlike = 2;

double end_of(const Estimate& estimate, Variant variant, Variant low, Variant high) {
  return variant == low ? estimate.low : variant == high ? estimate.high : estimate.nominal;
}

}  // namespace

double time_in(Variant variant, const workload::Workload& workload, const Device& device, const hw::GpuModel& card) {
  if (device.profile == nullptr) return 1;
  return end_of(time_ratio(workload, device, card), variant, Variant::kInstanceFast, Variant::kInstanceSlow);
}

double alone_time_in(Variant variant, const workload::Workload& workload, const Device& device,
                     const hw::GpuModel& card) {
  const double ratio = time_in(variant, workload, device, card);
  return device.shared_by(Mode::kMps) ? ratio * share::thread_cap(thread_fraction(*device.sharing)) : ratio;
}

share::MpsClient client_in(Variant variant, const workload::Workload& workload, const Device& device,
                           const hw::GpuModel& card, bool unlike) {
  share::MpsClient client;
  if (!device.shared_by(Mode::kMps)) return client;
  client.cap = share::thread_cap(thread_fraction(*device.sharing));
  client.width = end_of(width(workload, device, card), variant, Variant::kWidthLow, Variant::kWidthHigh);
  if (unlike && variant == Variant::kWidthLow) client.width /= kUnlike;
  if (unlike && variant == Variant::kWidthHigh) client.width *= kUnlike;
  return client;
}

}  // namespace libsched::scenario::detail
