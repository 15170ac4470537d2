#include <libsched/scenario/detail/device_times.hpp>

#include <algorithm>

#include <libsched/share/device_time.hpp>

namespace libsched::scenario::detail {

namespace {

/// gpu-model section 2, rule 5.
constexpr double kUnlike = 2;

/// How well the time of a request that is bound by its host is known: two runs of one thing differ by this much
/// (ParvaGPU's solo runs on instances of different size).
constexpr double kHostSpread = 0.05;

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

void settle(actors::PodSpec& pod, Variant variant, const workload::Workload& workload, const Device& device,
            const hw::GpuModel& card, bool unlike) {
  const double time = time_in(variant, workload, device, card);
  pod.gpu_time = time;
  if (!device.shared_by(Mode::kMps)) return;
  const double busy = end_of(busy_part(workload, device, card), variant, Variant::kWidthLow, Variant::kWidthHigh);
  if (busy < 1) {
    constexpr double kLeastBusy = 1e-3;  // a burst needs some work
    pod.gpu_time = time * std::max(kLeastBusy, busy);
    // What bounds it was measured once, and is the whole answer until the GPU fills up.
    pod.host_floor = time * (variant == Variant::kWidthLow    ? 1 - kHostSpread
                             : variant == Variant::kWidthHigh ? 1 + kHostSpread
                                                              : 1);
  }
  share::MpsClient& client = pod.client;
  client.cap = share::thread_cap(thread_fraction(*device.sharing));
  client.width = end_of(width(workload, device, card), variant, Variant::kWidthLow, Variant::kWidthHigh);
  if (unlike && variant == Variant::kWidthLow) client.width /= kUnlike;
  if (unlike && variant == Variant::kWidthHigh) client.width *= kUnlike;
}

}  // namespace libsched::scenario::detail
