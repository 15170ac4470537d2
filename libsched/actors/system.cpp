#include <libsched/actors/system.hpp>

#include <algorithm>
#include <deque>
#include <limits>
#include <memory>

#include <libsched/actors/source.hpp>

namespace libsched::actors {

namespace {

/// Draws of a pod depend on its workload and its place in it, so that another fleet, mode or replica count sees the
/// same.
std::uint64_t pod_entity(std::uint32_t workload, std::uint32_t pod) {
  return std::uint64_t{workload} << 32 | pod;
}
std::uint64_t fleet_entity(std::uint32_t workload) {
  return pod_entity(workload, 0xFFFFFFFF);
}
std::uint64_t gpu_entity(std::uint32_t gpu) {
  return std::uint64_t{1} << 63 | gpu;
}

/// Where one stream's requests go: `queues` as many places as they stand for pods, and places for the pods elsewhere,
/// spread evenly between them, as round-robin over pods of many GPUs visits the pods of one.
std::vector<RequestQueue*> dealt_out(const std::vector<RequestQueue*>& queues, std::size_t pods, int elsewhere) {
  if (elsewhere == 0) return queues;
  const std::size_t places = pods + static_cast<std::size_t>(elsewhere);
  std::vector<RequestQueue*> dealt(places, nullptr);
  for (std::size_t i = 0; i < pods; ++i) dealt[i * places / pods] = queues[i % queues.size()];
  return dealt;
}

Stream stream_of(const workload::ArrivalProcess& arrivals) {
  if (std::holds_alternative<workload::Trace>(arrivals)) return Stream::kTrace;
  return std::holds_alternative<workload::Closed>(arrivals) ? Stream::kClosed : Stream::kEndless;
}

/// The actors of one run, wired together.
class System {
 public:
  explicit System(const SystemSpec& spec) : spec_{spec} {
    for (std::uint32_t node = 0; node < spec.nodes; ++node)
      hosts_.emplace_back(engine_, spec.host_contention, spec.vcpus);
    std::vector<std::vector<share::MpsClient>> clients(spec.gpus.size());
    for (const PodSpec& pod : spec.pods) {
      clients[pod.gpu].insert(clients[pod.gpu].end(), static_cast<std::size_t>(pod.processes), pod.client);
    }
    for (std::uint32_t g = 0; g < spec.gpus.size(); ++g) {
      const GpuSpec& gpu = spec.gpus[g];
      auto mode = share::row(gpu.mode).make(
          {std::move(clients[g]), gpu.parameters, RandomKey{spec.seed, gpu_entity(g)}, gpu.slices});
      mode->observe(gpu.observer);
      gpus_.emplace_back(engine_, GpuId{g}, std::move(mode));
      copy_engines_.emplace_back(engine_);
    }
    for (std::uint32_t w = 0; w < spec.workloads.size(); ++w)
      recorders_.emplace_back(engine_, stream_of(spec.workloads[w].arrivals));
    for (std::uint32_t w = 0; w < spec.workloads.size(); ++w) add_workload(w);
    for (const auto& source : sources_) source->start();
  }

  des::Engine& engine() { return engine_; }
  std::deque<Recorder>& recorders() { return recorders_; }
  std::deque<Gpu>& gpus() { return gpus_; }

 private:
  void add_workload(std::uint32_t w) {
    const WorkloadSpec& workload = spec_.workloads[w];
    const bool one_queue = workload.route == workload::Route::kSharedQueue;
    std::vector<RequestQueue*> queues;
    if (!workload.measured) recorders_[w].expect_overload();
    if (workload.surely_stable) recorders_[w].rule_out_growth();
    std::uint32_t first_tenant = 0;
    std::size_t pods = 0;
    // Tenants are numbered over the whole system in pod order; workloads are added one by one.
    std::uint32_t tenant = 0;
    for (const PodSpec& pod : spec_.pods) {
      if (pod.workload == w) {
        const std::uint32_t pod_tenant = tenant;
        ++pods;
        recorders_[w].add_servers(static_cast<std::uint64_t>(pod.processes) *
                                  static_cast<std::uint64_t>(workload.streams));
        if (queues.empty()) first_tenant = pod_tenant;
        if (queues.empty() || !one_queue) queues.push_back(&queues_.emplace_back());
        for (int p = 0; p < pod.processes; ++p) {
          tenants_.emplace_back(engine_, TenantId{pod_tenant + static_cast<std::uint32_t>(p)}, workload.laws,
                                workload.streams, DeviceTimes{pod.gpu_time, pod.host_floor}, gpus_[pod.gpu],
                                copy_engines_[pod.gpu], hosts_[spec_.gpus[pod.gpu].node], *queues.back(),
                                recorders_[w]);
        }
        if (workload.route == workload::Route::kPerPod) {
          sources_.push_back(make_source(workload.arrivals, engine_, RandomKey{spec_.seed, pod_entity(w, pod.index)},
                                         workload.laws, pod_tenant, recorders_[w], {queues.back()}, workload.route,
                                         spec_.phases));
        }
      }
      tenant += static_cast<std::uint32_t>(pod.processes);
    }
    if (workload.route != workload::Route::kPerPod && !queues.empty()) {
      sources_.push_back(make_source(workload.arrivals, engine_, RandomKey{spec_.seed, fleet_entity(w)}, workload.laws,
                                     first_tenant, recorders_[w], dealt_out(queues, pods, workload.pods_elsewhere),
                                     workload.route, spec_.phases));
    }
  }

  const SystemSpec& spec_;
  des::Engine engine_;
  // Deques: actors keep references to each other.
  std::deque<Host> hosts_;
  std::deque<Gpu> gpus_;
  std::deque<CopyEngine> copy_engines_;
  std::deque<Recorder> recorders_;
  std::deque<RequestQueue> queues_;
  std::deque<Tenant> tenants_;
  std::vector<std::unique_ptr<Source>> sources_;
};

/// Looks at the precision whenever a judged workload reaches a doubling count.
class PrecisionRule {
 public:
  PrecisionRule(const SystemSpec& spec, const StopRule& rule)
      : spec_{spec}, rule_{rule}, judged_(spec.workloads.size()) {
    for (std::size_t w = 0; w < rule.enough_ms.size(); ++w) judged_[w].enough_ms = rule.enough_ms[w];
    std::vector<bool> runs(spec.workloads.size());
    for (const PodSpec& pod : spec.pods) {
      runs[pod.workload] = true;
      judged_[pod.workload].servers += pod.processes * spec.workloads[pod.workload].streams;
    }
    const auto open = [&](std::size_t w) {
      return !std::holds_alternative<workload::Closed>(spec.workloads[w].arrivals);
    };
    const auto asked = [&](std::size_t w) {
      return runs[w] && spec.workloads[w].measured && (rule.judged.empty() || rule.judged[w]);
    };
    bool any_open = false;
    for (std::size_t w = 0; w < judged_.size(); ++w) any_open |= asked(w) && open(w);
    for (std::size_t w = 0; w < judged_.size(); ++w) judged_[w].counts = asked(w) && (open(w) || !any_open);
  }

  void watch(std::deque<Recorder>& recorders) const {
    for (std::size_t w = 0; w < judged_.size(); ++w) {
      if (judged_[w].counts) recorders[w].stop_at_checkpoints();
    }
  }

  /// True when every judged workload is precise, is beyond what anybody asks, or its queue grows so that it never will
  /// be.
  bool reached(const std::deque<Recorder>& recorders) {
    bool any = false;
    bool all = true;
    for (std::size_t w = 0; w < judged_.size(); ++w) {
      Judged& judged = judged_[w];
      if (!judged.counts) continue;
      any = true;
      judged.done |= recorders[w].growing();  // perhaps before anything was answered
      const LatencyStats& stats = recorders[w].stats();
      if (stats.checkpoints() != judged.looked_at) {
        judged.looked_at = stats.checkpoints();
        const auto summary = stats.summary();
        const Measured& p99 = summary->quantile_ms.back();
        const double needed = needed_precision(w, p99);
        const bool precise = summary->mean_ms.relative_error() <= needed && p99.relative_error() <= needed &&
                             seen_by_each(w, stats.completed(), *summary) && stats.settled(needed / 2);
        judged.done = precise || recorders[w].growing() || p99.low > judged.enough_ms;
      }
      all = all && judged.done;
    }
    return any && all;
  }

 private:
  struct Judged {
    bool counts = false;
    bool done = false;
    double servers = 0;  ///< requests in service at most
    std::uint32_t looked_at = 0;
    double enough_ms = std::numeric_limits<double>::infinity();
  };
  double needed_precision(std::size_t w, const Measured& p99) const {
    const double enough = rule_.precision_if_clear;
    if (rule_.limit_ms.empty() || enough <= rule_.precision) return rule_.precision;
    const bool below = std::max(p99.high, p99.value * (1 + enough)) < rule_.limit_ms[w];
    const bool above = std::min(p99.low, p99.value * (1 - enough)) > rule_.limit_ms[w];
    return below || above ? enough : rule_.precision;
  }
  /// Whether each of many pods has had its share of long queues. Together they are precise long before, about queues
  /// that still grow: M/M/1 forgets its start after some 4 / (1 - load)^2 requests, where 1 / (1 - load) is one more
  /// than are in the system, and its tail after several times that. The spread of a few pods tells it by itself.
  bool seen_by_each(std::size_t w, std::uint64_t completed, const LatencySummary& summary) const {
    constexpr double kFew = 16;
    constexpr double kTimes = 25;
    const double servers = judged_[w].servers;
    const workload::ArrivalProcess& arrivals = spec_.workloads[w].arrivals;
    if (servers <= kFew || std::holds_alternative<workload::Closed>(arrivals)) return true;
    const auto* batches = std::get_if<workload::Batch>(&arrivals);
    const double together = batches != nullptr ? batches->size.mean() : 1;  // these are one event to a queue
    const double in_system = summary.throughput_per_s.value * summary.mean_ms.value * 1e-3;
    const double queue = 1 + in_system / servers / together;
    return static_cast<double>(completed) >= kTimes * queue * queue * servers * together;
  }

  const SystemSpec& spec_;
  const StopRule& rule_;
  std::vector<Judged> judged_;
};

/// Nanoseconds in 64 bits end after 292 years; nobody plans that far.
constexpr Duration kLongest = std::chrono::hours{24 * 365 * 200};

/// When the run ends at the latest. Traces are played whole, since no part of a day stands for the day: they end the
/// run where something else would go on for ever, otherwise the last answer does.
Time latest_end(const SystemSpec& spec, const StopRule& rule, bool traces) {
  if (rule.duration) return Time{std::min(*rule.duration, kLongest)};
  Time last{};
  bool endless = !traces;
  for (const PodSpec& pod : spec.pods) {
    const auto* trace = std::get_if<workload::Trace>(&spec.workloads[pod.workload].arrivals);
    if (trace == nullptr) {
      endless = true;
    } else if (!trace->at.empty()) {
      last = std::max(last, trace->at.back());
    }
  }
  return traces && endless ? last : Time{kLongest};
}

}  // namespace

Outcome run(const SystemSpec& spec, const StopRule& rule) {
  System system{spec};
  des::Engine& engine = system.engine();
  Outcome outcome;
  PrecisionRule precision{spec, rule};
  const bool traces = std::any_of(spec.pods.begin(), spec.pods.end(), [&](const PodSpec& pod) {
    return std::holds_alternative<workload::Trace>(spec.workloads[pod.workload].arrivals);
  });
  const bool to_precision = !rule.duration && !traces;
  if (to_precision) precision.watch(system.recorders());
  const Time end = latest_end(spec, rule, traces);

  constexpr std::uint64_t kPatience = 1'000'000;  // events between looks at the outside world
  for (;;) {
    engine.run_until(end, std::min(rule.max_events, engine.executed() + kPatience));
    if (to_precision && precision.reached(system.recorders())) {
      outcome.stopped = Stopped::kPrecision;
      break;
    }
    if (engine.next_time() > end || engine.next_time() == kNever) {
      outcome.stopped = Stopped::kDuration;  // also where a trace has ended
      break;
    }
    if (engine.executed() >= rule.max_events) {
      outcome.stopped = Stopped::kEvents;
      break;
    }
    if (rule.interrupt != nullptr && rule.interrupt->load(std::memory_order_relaxed)) {
      outcome.stopped = Stopped::kInterrupted;
      break;
    }
    if (rule.progress) {
      const double events = static_cast<double>(engine.executed()) / static_cast<double>(rule.max_events);
      rule.progress(rule.duration ? std::max(events, to_seconds(engine.now()) / to_seconds(end)) : events);
    }
  }

  // Where a trace was all there was, the run ends with its last answer.
  const bool exhausted = !rule.duration && engine.next_time() == kNever;
  // The engine's own clock stands at its last event where its budget of events ended with that.
  outcome.end = exhausted ? engine.last_event() : outcome.stopped == Stopped::kDuration ? end : engine.now();
  outcome.events = engine.executed();
  // What a queue would do next is known only where the run chose its own end.
  const bool cut = outcome.stopped != Stopped::kPrecision;
  for (const Recorder& recorder : system.recorders()) {
    const bool growing = recorder.growing() || (cut && recorder.grew());
    outcome.workloads.push_back(
        {recorder.arrived(), recorder.stats().completed(), growing, recorder.stats().summary(outcome.end)});
  }
  for (Gpu& gpu : system.gpus()) outcome.gpus.push_back(gpu.close(outcome.end));
  return outcome;
}

}  // namespace libsched::actors
