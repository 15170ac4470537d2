#include <libsched/plan/detail/evaluate.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

#include <libsched/scenario/simulate.hpp>

namespace libsched::plan::detail {
namespace {

/// Beyond this multiple of the SLO a first coarse run decides: no interval brings the workload back under it.
constexpr double kHopeless = 2.0;
/// Relative half-width of that first run.
constexpr double kCoarsePrecision = 0.1;

bool stopped(const std::atomic<bool>* interrupt) {
  return interrupt != nullptr && interrupt->load();
}

/// True where every workload is stable and none is far over its SLO.
bool worth_a_full_run(const scenario::Report& report) {
  return std::all_of(report.workloads.begin(), report.workloads.end(), [](const scenario::WorkloadReport& work) {
    if (!work.stable) return false;
    return !work.slo || !work.latency_ms || work.latency_ms->p99.value <= kHopeless * work.slo->p99_ms;
  });
}

scenario::Report coarse_run(scenario::Scenario one, const scenario::Hooks& hooks) {
  one.run.intervals = false;
  one.run.precision = std::max(one.run.precision, kCoarsePrecision);
  return scenario::simulate(one, hooks);
}

MixResult run(const scenario::Scenario& scenario, const Target& target, const MixRequest& request,
              const std::atomic<bool>* interrupt) {
  MixResult result;
  result.load = open_load(scenario, target, request.mix);
  if (result.load >= 1) {
    result.decided = true;
    return result;
  }
  scenario::Hooks hooks;
  hooks.interrupt = interrupt;
  const auto with = [&](RatioEnd end) {
    return mix_scenario(scenario, target, request.mode, request.replicas, request.mix, end);
  };
  const scenario::Scenario centre = with(RatioEnd::kCentre);
  scenario::Report report = coarse_run(centre, hooks);
  if (!stopped(interrupt) && worth_a_full_run(report)) {
    report = scenario::simulate(centre, hooks);
    if (target.estimated()) {
      result.low = coarse_run(with(RatioEnd::kLow), hooks);
      result.high = coarse_run(with(RatioEnd::kHigh), hooks);
    }
  }
  if (stopped(interrupt)) return result;
  result.report = std::move(report);
  result.decided = true;
  return result;
}

using Key = std::tuple<std::size_t, scenario::Mode, Mix>;

/// Jobs 0..n-1 on all cores; the caller's thread reports progress meanwhile.
class Pool {
 public:
  Pool(std::size_t jobs, std::function<void(std::size_t)> job) : jobs_{jobs}, job_{std::move(job)} {}

  void run(const std::function<void(double)>& progress) {
    const std::size_t wanted = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < std::min(wanted, jobs_); ++i) threads.emplace_back([this] { work(); });
    std::unique_lock lock{mutex_};
    while (done_ < jobs_) {
      changed_.wait_for(lock, std::chrono::milliseconds{200});
      if (progress) progress(static_cast<double>(done_) / static_cast<double>(jobs_));
    }
    lock.unlock();
    for (std::thread& thread : threads) thread.join();
  }

 private:
  void work() {
    for (std::size_t mine = next_++; mine < jobs_; mine = next_++) {
      job_(mine);
      const std::lock_guard lock{mutex_};
      ++done_;
      changed_.notify_one();
    }
  }

  std::size_t jobs_;
  std::function<void(std::size_t)> job_;
  std::atomic<std::size_t> next_{0};
  std::size_t done_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

bool MixResult::stable() const {
  if (!report) return false;
  return std::all_of(report->workloads.begin(), report->workloads.end(),
                     [](const scenario::WorkloadReport& work) { return work.stable; });
}

std::vector<MixResult> evaluate(const scenario::Scenario& scenario, const std::vector<Target>& targets,
                                const std::vector<MixRequest>& requests, const PlanOptions& options) {
  std::map<Key, std::size_t> known;
  std::vector<const MixRequest*> distinct;
  std::vector<std::size_t> answer_of;
  for (const MixRequest& request : requests) {
    const auto [place, added] = known.try_emplace({request.target, request.mode, request.mix}, distinct.size());
    if (added) distinct.push_back(&request);
    answer_of.push_back(place->second);
  }
  // Each thread writes its own entries only, and every run is a pure function of its request.
  std::vector<MixResult> answers(distinct.size());
  Pool pool{distinct.size(), [&](std::size_t i) {
              if (stopped(options.interrupt)) return;
              answers[i] = run(scenario, targets[distinct[i]->target], *distinct[i], options.interrupt);
            }};
  pool.run(options.progress);

  std::vector<MixResult> result;
  result.reserve(requests.size());
  for (const std::size_t i : answer_of) result.push_back(answers[i]);
  return result;
}

}  // namespace libsched::plan::detail
