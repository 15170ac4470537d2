#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <libsched/plan/detail/candidates.hpp>
#include <libsched/plan/detail/wording.hpp>

namespace libsched::plan::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const scenario::WorkloadReport* report_of(const std::optional<scenario::Report>& report, const std::string& name) {
  if (!report) return nullptr;
  for (const scenario::WorkloadReport& work : report->workloads) {
    if (work.name == name) return &work;
  }
  return nullptr;
}

/// The p99 of a workload, widened to the ends of an estimated card's GPU time. No bound where that end is unstable.
std::optional<scenario::Interval> p99_of(const MixResult& result, const std::string& name) {
  const scenario::WorkloadReport* work = report_of(result.report, name);
  if (work == nullptr || !work->stable || !work->latency_ms) return std::nullopt;
  scenario::Interval p99 = work->latency_ms->p99;
  for (const auto* end : {&result.low, &result.high}) {
    if (!*end) continue;
    const scenario::WorkloadReport* other = report_of(*end, name);
    if (other == nullptr || !other->stable || !other->latency_ms) {
      p99.high = kInfinity;
      continue;
    }
    p99.low = std::min(p99.low, other->latency_ms->p99.low);
    p99.high = std::max(p99.high, other->latency_ms->p99.high);
  }
  return p99;
}

CandidateWorkload judged_workload(const workload::Workload& work, const MixResult& result) {
  CandidateWorkload one;
  one.name = work.name;
  one.pods = work.pods;
  one.slo_p99_ms = work.slo_p99_ms;
  const scenario::WorkloadReport* report = report_of(result.report, work.name);
  if (report == nullptr) return one;
  one.p99_ms = p99_of(result, work.name);
  one.throughput_per_s = report->throughput_per_s;
  one.met = result.stable() && (!work.slo_p99_ms || (one.p99_ms && one.p99_ms->value <= *work.slo_p99_ms));
  return one;
}

std::string memory_reason(const MemoryNeed& memory) {
  if (!memory.client_fits()) {
    return fmt::format("a client needs {:.0f} MiB, over its MPS limit of {:.0f} MiB", memory.client_mib,
                       *memory.client_limit_mib);
  }
  return fmt::format("needs {:.0f} MiB of {:.0f} MiB", memory.used_mib, memory.total_mib);
}

/// It fits, but the size of CUDA contexts is an estimate.
std::string memory_caveat(const MemoryNeed& memory) {
  const bool client = memory.used_high_mib <= memory.total_mib;
  const std::string need = fmt::format(
      "with large CUDA contexts {} {:.0f} MiB of {:.0f} MiB", client ? "a client needs" : "up to",
      client ? memory.client_high_mib : memory.used_high_mib, client ? *memory.client_limit_mib : memory.total_mib);
  if (memory.oom_probability_per_day == 0) return "memory, " + need;
  return fmt::format("memory, {:.3g} % that a pod runs out within a day ({})", 100 * memory.oom_probability_per_day,
                     need);
}

/// Why a mix cannot be served.
std::string load_reason(const MixResult& result) {
  if (result.load >= 1) return fmt::format("GPU load {:.2f} >= 1", result.load);
  for (const scenario::WorkloadReport& work : result.report->workloads) {
    if (work.stable) continue;
    for (const Issue& note : result.report->notes) {
      if (note.where == work.name) return work.name + ": " + note.what;
    }
    return work.name + ": its queue grows without end";
  }
  return {};
}

std::string slo_reason(const Candidate& candidate) {
  const CandidateWorkload* worst = worst_workload(candidate);
  if (worst == nullptr) return "too few requests completed for a p99";
  std::string compared = "p99 " + compared_ms(worst->p99_ms->value, *worst->slo_p99_ms);
  if (worst->p99_ms->value > *worst->slo_p99_ms && worst->p99_ms->low <= *worst->slo_p99_ms) {
    compared += fmt::format(" (may be {})", ms_text(worst->p99_ms->low));
  }
  return candidate.workloads.size() == 1 ? compared : worst->name + " " + compared;
}

void count_gpus(const scenario::Scenario& scenario, const Target& target, Candidate& candidate) {
  const int needed = (fleet_pods(scenario) + candidate.replicas - 1) / candidate.replicas;
  candidate.instances = (needed + target.gpus_per_instance - 1) / target.gpus_per_instance;
  candidate.gpus = candidate.instances * target.gpus_per_instance;
  if (target.usd_per_hour) candidate.usd_per_hour = candidate.instances * *target.usd_per_hour;
}

/// Every workload without a result.
void list_workloads(const scenario::Scenario& scenario, Candidate& candidate) {
  for (const workload::Workload& work : scenario.workloads) {
    CandidateWorkload one;
    one.name = work.name;
    one.pods = work.pods;
    one.slo_p99_ms = work.slo_p99_ms;
    one.focus = candidate.workloads.size();
    candidate.workloads.push_back(std::move(one));
  }
}

/// Not simulated: its load is all that is known.
void judge_by_load(const scenario::Scenario& scenario, const Target& target, const Proposal& proposal,
                   Candidate& candidate) {
  list_workloads(scenario, candidate);
  double load = 0;
  for (const Mix& worst : proposal.mixes) {
    load = std::max(load, open_load(mix_scenario(scenario, target, proposal.layout.shape, worst)));
  }
  candidate.stable = load < 1;
  candidate.busy_fraction = std::min(1.0, load);
}

std::string floor_reason(const Floor& floor, std::size_t workloads) {
  const std::string compared =
      "p99 " + compared_ms(floor.p99_ms, floor.slo_p99_ms) + " from the time of its requests alone";
  return workloads == 1 ? compared : floor.workload + " " + compared;
}

/// Of the mean of its GPUs, which are alike: the first ones serve most of a shared queue.
double busy_fraction(const MixResult& result) {
  if (!result.report || result.report->gpus.empty()) return std::min(1.0, result.load);
  double sum = 0;
  for (const scenario::GpuReport& gpu : result.report->gpus) sum += gpu.busy_fraction;
  return sum / static_cast<double>(result.report->gpus.size());
}

/// Whose worst mix a workload is judged on: its own, or another that may judge it and is worse.
std::size_t worst_focus(const scenario::Scenario& scenario, const Proposal& proposal,
                        const std::vector<MixResult>& results, std::size_t w) {
  const std::string& name = scenario.workloads[w].name;
  std::size_t worst = w;
  for (std::size_t v = 0; v < scenario.workloads.size(); ++v) {
    if (!may_judge(scenario, proposal.layout.shape, proposal.mixes[v], w)) continue;
    const auto here = p99_of(results[proposal.worst[v]], name);
    const auto there = p99_of(results[proposal.worst[worst]], name);
    if (here && there && here->value > there->value) worst = v;
  }
  return worst;
}

void judge_mixes(const scenario::Scenario& scenario, const Proposal& proposal, const std::vector<MixResult>& results,
                 Candidate& candidate) {
  const MixResult* unstable = nullptr;
  bool all_met = true;
  bool all_robust = true;
  for (const std::size_t request : proposal.worst) {
    if (!results[request].stable() && unstable == nullptr) unstable = &results[request];
  }
  for (std::size_t w = 0; w < scenario.workloads.size(); ++w) {
    const std::size_t focus = worst_focus(scenario, proposal, results, w);
    const MixResult& result = results[proposal.worst[focus]];
    CandidateWorkload one = judged_workload(scenario.workloads[w], result);
    one.focus = focus;
    if (proposal.proportional) one.proportional_p99_ms = p99_of(results[*proposal.proportional], one.name);
    all_met = all_met && one.met;
    all_robust = all_robust && (!one.slo_p99_ms || (one.p99_ms && one.p99_ms->high <= *one.slo_p99_ms));
    candidate.busy_fraction = std::max(candidate.busy_fraction, busy_fraction(result));
    one.pods_seen = pods_seen(scenario, proposal.layout.shape, proposal.mixes[focus], w);
    const scenario::WorkloadReport* report = report_of(result.report, one.name);
    if (report != nullptr && report->pods > 0) {
      candidate.throughput_per_s += report->throughput_per_s.value * one.pods / report->pods;
    }
    candidate.workloads.push_back(std::move(one));
  }
  candidate.stable = unstable == nullptr;
  candidate.meets_slo = candidate.stable && all_met;
  // It fits, but the size of a CUDA context is an estimate.
  const bool may_not_fit = proposal.memory && !proposal.memory->surely_fits();
  candidate.robust = candidate.meets_slo && all_robust && !may_not_fit;
  const CandidateWorkload* worst = worst_workload(candidate);
  if (candidate.stable && worst != nullptr) candidate.p99_ms = worst->p99_ms;
  if (unstable != nullptr) {
    candidate.binding = Binding::kLoad;
    candidate.reason = load_reason(*unstable);
  } else {
    candidate.binding = candidate.meets_slo ? Binding::kNone : Binding::kSlo;
    candidate.reason = slo_reason(candidate);
  }
  if (candidate.meets_slo && may_not_fit) candidate.memory_caveat = memory_caveat(*proposal.memory);
}

}  // namespace

Candidate judge(const scenario::Scenario& scenario, const Target& target, const Proposal& proposal,
                const std::vector<MixResult>& results) {
  Candidate candidate;
  candidate.gpu = target.model.name;
  if (target.instance) candidate.instance = target.instance->name;
  candidate.mode = proposal.layout.shape.mode;
  candidate.replicas = proposal.layout.shape.replicas;
  candidate.mig_profile = proposal.layout.shape.mig_profile;
  candidate.estimated = target.estimated();
  candidate.pods = fleet_pods(scenario);
  count_gpus(scenario, target, candidate);
  if (proposal.memory) {
    candidate.memory_used_mib = proposal.memory->used_mib;
    candidate.memory_total_mib = proposal.memory->total_mib;
    if (proposal.memory->fits()) candidate.oom_probability_per_day = proposal.memory->oom_probability_per_day;
  }
  if (proposal.memory && !proposal.memory->fits()) {
    judge_by_load(scenario, target, proposal, candidate);
    candidate.binding = Binding::kMemory;
    candidate.reason = memory_reason(*proposal.memory);
    return candidate;
  }
  if (proposal.floor) {
    judge_by_load(scenario, target, proposal, candidate);
    candidate.binding = Binding::kSlo;
    candidate.reason = floor_reason(*proposal.floor, scenario.workloads.size());
    return candidate;
  }
  const bool decided = std::all_of(proposal.worst.begin(), proposal.worst.end(),
                                   [&](std::size_t request) { return results[request].decided; });
  if (decided) {
    judge_mixes(scenario, proposal, results, candidate);
  } else {
    list_workloads(scenario, candidate);
    candidate.reason = kInterrupted;
  }
  return candidate;
}

}  // namespace libsched::plan::detail
