#pragma once

#include <vector>

#include <libsched/base/estimate.hpp>
#include <libsched/hw/mig.hpp>

namespace libsched::share {

/// The time of one request alone on an instance of this profile, as somebody measured it.
struct SoloPoint {
  Estimate slowdown;  ///< of GPU-bound work on the profile, relative to the whole card
  double ms = 0;
};

/// What is known about how a request's time depends on the part of the card that it gets.
struct Solo {
  double whole_ms = 0;  ///< on the whole card
  bool async = false;   ///< the host runs ahead, so that the longer of host and GPU is what counts
  std::vector<SoloPoint> points;
};

/// GPU time on an instance whose GPU-bound work is `slowdown` times slower, relative to the whole card; `measured_ms`
/// where that very profile was measured. With a second point the part of the time that does not grow is known; from
/// the whole card alone it may be all or nothing of it: the interval says so, its nominal end is the slow one. Source:
/// MIG of ParvaGPU, docs/models/mig.md.
Estimate time_on_instance(const Solo& solo, const Estimate& slowdown, const double* measured_ms = nullptr);

/// The part of a request's time on an instance that is GPU-bound work, from how much it slows down on a small one; at
/// most 1. `time_ratio` is that of `time_on_instance`. Of a request that is no slower on the small one only the largest
/// part is known. Precondition: the solo has a point.
Estimate busy_on_instance(const Solo& solo, const Estimate& slowdown, double time_ratio);

/// The slowdown that a client whose kernels fill the device adds to another (fitted to ParvaGPU's solo runs).
inline constexpr double kWidthOfBusy = 0.95;

/// How many times longer work takes alone when its active threads are capped at `fraction` of the SMs: a kernel fills
/// 0.8 of them (assumed; V100 within 4 %).
double thread_cap(double fraction);

}  // namespace libsched::share
