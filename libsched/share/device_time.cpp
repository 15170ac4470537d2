#include <libsched/share/device_time.hpp>

#include <algorithm>

namespace libsched::share {

namespace {

/// A request that is hardly slower on a small instance is bound by its host (ParvaGPU's models at batch 1).
constexpr double kHostBound = 1.05;

/// The spread of ParvaGPU's residuals, as a part of the busy time.
constexpr double kBusySpread = 0.15;

/// The part of the card's SMs that a kernel keeps busy.
constexpr double kFilled = 0.8;

/// The point that tells most: the slowest profile.
const SoloPoint& smallest(const Solo& solo) {
  return *std::max_element(solo.points.begin(), solo.points.end(), [](const SoloPoint& a, const SoloPoint& b) {
    return a.slowdown.nominal < b.slowdown.nominal;
  });
}

/// GPU-bound work of a request whose time on a small profile is known, in ms of the whole card.
double gpu_bound_ms(const Solo& solo) {
  const SoloPoint& point = smallest(solo);
  return point.ms / point.slowdown.nominal;
}

double time_ms(const Solo& solo, double slowdown) {
  const SoloPoint& point = smallest(solo);
  if (solo.async) {
    const double work = point.ms > kHostBound * solo.whole_ms ? gpu_bound_ms(solo) : 0;
    return std::max(solo.whole_ms, work * slowdown);
  }
  // A line through both points: what does not grow, and what grows with the slowdown.
  const double work = std::max(0.0, (point.ms - solo.whole_ms) / (point.slowdown.nominal - 1));
  return solo.whole_ms + work * (slowdown - 1);
}

}  // namespace

Estimate time_on_instance(const Solo& solo, const Estimate& slowdown, const double* measured_ms) {
  if (measured_ms != nullptr) return Estimate::exact(*measured_ms / solo.whole_ms, "measured on this profile");
  if (slowdown.nominal == 1 && !slowdown.uncertain()) return Estimate::exact(1, "the whole card");
  if (solo.points.empty()) {
    return {1, slowdown.nominal, slowdown.high, "unknown: measured on the whole card only (" + slowdown.source + ")"};
  }
  const auto ratio = [&](double end) { return time_ms(solo, end) / solo.whole_ms; };
  return {ratio(slowdown.low), ratio(slowdown.nominal), ratio(slowdown.high), slowdown.source};
}

Estimate busy_on_instance(const Solo& solo, const Estimate& slowdown, double time_ratio) {
  const double most = gpu_bound_ms(solo) * slowdown.nominal / (time_ratio * solo.whole_ms);
  if (solo.async && smallest(solo).ms <= kHostBound * solo.whole_ms) {
    return {0, std::min(1.0, most / 2), std::min(1.0, most), "unknown: bound by its host even on the small profile"};
  }
  return {std::min(1.0, most * (1 - kBusySpread)), std::min(1.0, most), std::min(1.0, most * (1 + kBusySpread)),
          "from the solo run on a small MIG profile (ParvaGPU's rule)"};
}

double thread_cap(double fraction) {
  return std::max(1.0, kFilled / fraction);
}

}  // namespace libsched::share
