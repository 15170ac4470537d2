#include <fmt/format.h>

#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

using workload::Workload;

/// gpu-model rule 10: two tenants of equal utilisation gain 1.05x with long bursts and 0.42x with short ones.
bool burst_length_is_a_guess(const Workload& workload) {
  return workload.request.cpu_ms.mean() > 0.0 && !workload.request.bursts_given;
}

/// gpu-model rule 11: identical clients with constant times finish together and idle together.
bool convoys(const Workload& workload) {
  const auto* closed = std::get_if<workload::Closed>(&workload.arrivals);
  if (closed == nullptr || workload.pods * workload.processes < 2) return false;
  for (const auto& [card, law] : workload.request.gpu_ms) {
    if (!law.is_constant()) return false;
  }
  return closed->think_ms.is_constant() && workload.request.cpu_ms.is_constant() &&
         workload.request.copy_ms.is_constant();
}

}  // namespace

void note_surprises(const Workload& workload, const Setting& setting, const Cursor& place) {
  const std::string name = shown(workload.name);
  if (setting.mode == Mode::kTimeSlicing && burst_length_is_a_guess(workload)) {
    place.log().note(place.where(),
                     fmt::format("{} has host time but no `bursts`: all its GPU work counts as one burst, and under "
                                 "time-slicing the length of a burst decides, not utilisation",
                                 name),
                     "give request.bursts, the number of times a request waits for the GPU");
  }
  if (setting.mode != Mode::kExclusive && convoys(workload)) {
    place.log().note(place.where(),
                     fmt::format("the clients of {} have constant times and so keep in step: they finish together and "
                                 "idle together",
                                 name),
                     "give request.cpu_ms as {dist: gamma, mean, cv: 0.3} unless they are that regular");
  }
  if (workload.pods > 1 && workload.route == workload::Route::kPerPod &&
      std::holds_alternative<workload::Trace>(workload.arrivals)) {
    place.log().note(place.where(), fmt::format("each of the {} pods of {} gets the whole trace", workload.pods, name),
                     "give arrivals.route to divide one trace among them");
  }
}

void note_assumed_profile(const GpuChoice& gpu, const Sharing& sharing, const Cursor& place) {
  bool slices = sharing.mode == Mode::kTimeSlicing;
  for (const MigInstance& one : sharing.layout) slices |= one.sharing.mode == Mode::kTimeSlicing;
  if (!slices || !gpu.model.profile.assumed) return;
  place.log().note(place.where(),
                   fmt::format("the time-slicing parameters of {} are assumed: nobody published a measurement",
                               shown(gpu.model.name)),
                   "give slice_us and switch_us, or a profile file, where you have measured them");
}

}  // namespace libsched::scenario::detail
