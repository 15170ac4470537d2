#include <libsched/scenario/memory_timeline.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory.hpp>

namespace libsched::scenario {

namespace {

constexpr double kNeverS = std::numeric_limits<double>::infinity();

// Kubernetes' CrashLoopBackOff.
constexpr double kFirstBackOffS = 10;
constexpr double kLongestBackOffS = 300;
constexpr double kForgottenAfterS = 600;

/// Crashes of one pod that are listed one by one.
constexpr int kListed = 3;

/// Memory below this is rounding.
constexpr double kRoundingMib = 1e-6;

/// The nominal value, or a quantile of the triangular distribution around it.
double context_at(const Estimate& e, std::optional<double> quantile) {
  if (!quantile || !e.uncertain()) return e.nominal;
  const double q = *quantile;
  const double width = e.high - e.low;
  const double mode = (e.nominal - e.low) / width;
  return q < mode ? e.low + std::sqrt(q * width * (e.nominal - e.low))
                  : e.high - std::sqrt((1 - q) * width * (e.high - e.nominal));
}

/// One pod on a device: what it holds at each age, and its life so far.
struct Pod {
  std::size_t place = 0;  ///< in the placement
  const workload::Workload* workload = nullptr;
  int index = 0;
  double context = 0;       ///< of one process
  double from = 0, to = 0;  ///< of one process, without its context
  double peak = 0;          ///< of one process, without its context, requests included
  double grows_for = 0;     ///< s
  double limit = kNeverS;   ///< of one process, with its context
  bool alive = false;
  double since = 0;  ///< started, or will restart
  double back_off = kFirstBackOffS;
  double up = 0;
  int crashes = 0;

  double process(double age) const {
    const double part = grows_for > 0 ? std::min(1.0, age / grows_for) : 1.0;
    return context + from + (to - from) * part;
  }
  double used(double age) const { return workload->processes * process(age); }
  double slope(double age) const {
    return grows_for > 0 && age < grows_for ? workload->processes * (to - from) / grows_for : 0;
  }
};

class DeviceMemory {
 public:
  DeviceMemory(std::vector<Pod> pods, double total, std::string name, MemoryTimeline& timeline)
      : pods_{std::move(pods)}, total_{total}, name_{std::move(name)}, timeline_{timeline} {}

  /// `until_first`: nobody asks what comes after the first that runs out.
  void play(bool until_first) {
    while (now_ < kMemoryHorizonS && !(until_first && timeline_.first_oom_s)) {
      double held = used();
      for (Pod& pod : pods_) {
        if (!pod.alive && pod.since <= now_) held += start(pod, held);
      }
      const double crossing = next_crossing();
      const double next = std::min({crossing, next_turn(), kMemoryHorizonS});
      now_ = next;
      if (crossing <= next && now_ < kMemoryHorizonS) crash_grower();
    }
    for (Pod& pod : pods_) {
      if (pod.alive) pod.up += kMemoryHorizonS - pod.since;
      timeline_.up_fraction[pod.place] = pod.up / kMemoryHorizonS;
      timeline_.runs[pod.place] = pod.up > 0;
      if (pod.crashes > kListed) {
        report("oom", pod, fmt::format("and so on: {} times within a day", pod.crashes));
      }
    }
  }

 private:
  double used() const {
    double sum = 0;
    for (const Pod& pod : pods_) sum += pod.alive ? pod.used(now_ - pod.since) : 0;
    return sum;
  }

  /// When somebody is due to restart or stops growing.
  double next_turn() const {
    double next = kNeverS;
    for (const Pod& pod : pods_) {
      const double at = pod.alive ? pod.since + pod.grows_for : pod.since;
      if (at > now_) next = std::min(next, at);
    }
    return next;
  }

  /// When growth first meets the device's end or a client's limit, if nothing else happens before.
  double next_crossing() const {
    double slope = 0;
    double next = kNeverS;
    for (const Pod& pod : pods_) {
      if (!pod.alive) continue;
      const double age = now_ - pod.since;
      const double own = pod.slope(age);
      slope += own;
      if (own > 0 && pod.process(pod.grows_for) > pod.limit + kRoundingMib) {
        next = std::min(next, now_ + std::max(0.0, (pod.limit - pod.process(age)) * pod.workload->processes / own));
      }
    }
    const double held = used();
    const double turn = next_turn();
    // Growth that ends exactly at the device's end still fits.
    if (slope > 0 && held + slope * (turn - now_) > total_ + kRoundingMib) {
      next = std::min(next, now_ + std::max(0.0, (total_ - held) / slope));
    }
    return next < turn ? next : kNeverS;
  }

  /// Starts a pod beside `held` MiB of others; returns what it then holds.
  double start(Pod& pod, double held) {
    const double asks = pod.used(0);
    if (pod.crashes > 0 && pod.crashes <= kListed) report("restart", pod, fmt::format("crash {}", pod.crashes));
    const bool listed = pod.crashes < kListed;  // words cost more than the rest
    if (pod.process(0) > pod.limit + kRoundingMib) {
      crash(pod, !listed ? std::string{}
                         : fmt::format("one client needs {:.0f} MiB with its context, over its MPS limit of {:.0f} MiB",
                                       pod.process(0), pod.limit));
      return 0;
    }
    if (held + asks > total_ + kRoundingMib) {
      crash(pod,
            !listed ? std::string{} : fmt::format("{} would hold {:.0f} of {:.0f} MiB", name_, held + asks, total_));
      return 0;
    }
    pod.alive = true;
    pod.since = now_;
    return asks;
  }

  /// The allocation that crosses is most likely that of whoever allocates fastest.
  void crash_grower() {
    Pod* grower = nullptr;
    for (Pod& pod : pods_) {
      if (!pod.alive) continue;
      const double slope = pod.slope(now_ - pod.since);
      const bool at_limit = slope > 0 && pod.process(now_ - pod.since) >= pod.limit - kRoundingMib;
      if (at_limit) {
        crash(pod, fmt::format("one client passes its MPS limit of {:.0f} MiB with its context", pod.limit));
        return;
      }
      if (slope > 0 && (grower == nullptr || slope > grower->slope(now_ - grower->since))) grower = &pod;
    }
    if (grower == nullptr) return;
    crash(*grower, fmt::format("{} is full: {:.0f} MiB, when it passes {:.0f} MiB without contexts", name_, total_,
                               grower->used(now_ - grower->since) - grower->workload->processes * grower->context));
  }

  void crash(Pod& pod, const std::string& why) {
    if (pod.alive) {
      const double ran = now_ - pod.since;
      pod.up += ran;
      if (ran >= kForgottenAfterS) pod.back_off = kFirstBackOffS;
    }
    pod.alive = false;
    ++pod.crashes;
    if (!timeline_.first_oom_s || now_ < *timeline_.first_oom_s) timeline_.first_oom_s = now_;
    if (pod.crashes <= kListed) report("oom", pod, why);
    pod.since = now_ + pod.back_off;
    pod.back_off = std::min(kLongestBackOffS, 2 * pod.back_off);
  }

  void report(const char* kind, const Pod& pod, std::string detail) {
    timeline_.events.push_back({now_, kind, pod.workload->name, pod.index, std::move(detail)});
  }

  std::vector<Pod> pods_;
  double total_;
  std::string name_;
  MemoryTimeline& timeline_;
  double now_ = 0;
};

/// None where the workload states no memory.
std::optional<Pod> modelled(const workload::Workload& workload, const Device& device, const hw::GpuModel& card,
                            std::optional<double> context_quantile) {
  if (!workload.memory && !workload.reserve_fraction) return std::nullopt;
  Pod pod;
  pod.workload = &workload;
  pod.context = context_at(context_memory_mib(card, workload.framework), context_quantile);
  if (workload.memory) {
    pod.from = workload.memory->from_mib;
    // What requests need comes and goes within milliseconds: memory_bursts looks at that.
    pod.to = workload.memory->per_request ? pod.from : workload.memory->to_mib;
    pod.peak = std::max(workload.memory->from_mib, workload.memory->to_mib);
    pod.grows_for = pod.from == pod.to ? 0 : workload.memory->at_s;
  }
  if (workload.reserve_fraction) {
    // It takes its part of the device at once, whatever it needs.
    const double reserved = *workload.reserve_fraction * device.memory_mib.value_or(0);
    pod.from = std::max(pod.from, reserved);
    pod.to = std::max(pod.to, reserved);
    pod.peak = std::max(pod.peak, reserved);
  }
  if (device.shared_by(Mode::kMps)) pod.limit = client_memory_mib(device, card).value_or(kNeverS);
  return pod;
}

std::string name_of(const Device& device) {
  return device.profile == nullptr ? fmt::format("GPU {}", device.gpu)
                                   : fmt::format("{} of GPU {}", device.profile->name, device.gpu);
}

}  // namespace

namespace {

MemoryTimeline play(const Scenario& scenario, const Placement& placement, std::optional<double> context_quantile,
                    bool until_first) {
  MemoryTimeline timeline;
  timeline.runs.resize(placement.pods.size(), true);
  timeline.up_fraction.resize(placement.pods.size(), 1.0);
  const std::vector<Device> parts = devices(scenario);
  std::vector<std::vector<std::size_t>> on_device(parts.size());
  for (std::size_t p = 0; p < placement.pods.size(); ++p) on_device[placement.pods[p].gpu].push_back(p);
  for (std::uint32_t d = 0; d < parts.size(); ++d) {
    if (!parts[d].memory_mib) continue;
    std::vector<Pod> pods;
    for (const std::size_t p : on_device[d]) {
      const actors::PodSpec& placed = placement.pods[p];
      auto pod = modelled(scenario.workloads[placed.workload], parts[d], scenario.gpu.model, context_quantile);
      if (!pod) continue;
      pod->place = p;
      pod->index = static_cast<int>(placed.index);
      pods.push_back(*pod);
    }
    if (pods.empty()) continue;
    DeviceMemory{std::move(pods), *parts[d].memory_mib, name_of(parts[d]), timeline}.play(until_first);
    if (until_first && timeline.first_oom_s) return timeline;
  }
  std::stable_sort(timeline.events.begin(), timeline.events.end(),
                   [](const EventReport& a, const EventReport& b) { return a.time_s < b.time_s; });
  return timeline;
}

}  // namespace

MemoryTimeline memory_timeline(const Scenario& scenario, const Placement& placement) {
  return play(scenario, placement, std::nullopt, false);
}

double oom_probability_per_day(const Scenario& scenario, const Placement& placement) {
  const auto fails = [&](double q) { return play(scenario, placement, q, true).first_oom_s.has_value(); };
  // Larger contexts never help, so the quantile from which it fails is found by halving.
  constexpr double kResolution = 1e-3;
  if (fails(0.0)) return 1;
  if (!fails(1.0)) return 0;
  double fits = 0;
  double fails_from = 1;
  while (fails_from - fits > kResolution) {
    const double middle = (fits + fails_from) / 2;
    (fails(middle) ? fails_from : fits) = middle;
  }
  return 1 - fails_from;
}

std::optional<int> safe_replicas(const Scenario& scenario) {
  const std::vector<Device> parts = devices(scenario);
  std::optional<int> safe;
  for (const Device& device : parts) {
    if (device.gpu > 0) break;  // all cards are alike
    if (!device.memory_mib) continue;
    std::vector<double> peaks;
    for (const workload::Workload& workload : scenario.workloads) {
      const bool elsewhere =
          !workload.mig_profile.empty() && (device.profile == nullptr || workload.mig_profile != device.profile->name);
      if (elsewhere) continue;
      const auto pod = modelled(workload, device, scenario.gpu.model, 1.0);
      if (!pod) continue;
      const double peak = workload.processes * (pod->context + pod->peak);
      const bool over_limit = pod->context + pod->peak > pod->limit;
      peaks.insert(peaks.end(), static_cast<std::size_t>(workload.pods), over_limit ? kNeverS : peak);
    }
    if (peaks.empty()) continue;
    std::sort(peaks.rbegin(), peaks.rend());
    double used = 0;
    int fit = 0;
    for (const double peak : peaks) {
      used += peak;
      if (used > *device.memory_mib + kRoundingMib) break;
      ++fit;
    }
    safe = std::min(safe.value_or(fit), fit);
  }
  return safe;
}

}  // namespace libsched::scenario
