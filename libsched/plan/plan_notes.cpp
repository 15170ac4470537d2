#include <libsched/plan/detail/plan_notes.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <libsched/base/nearest.hpp>
#include <libsched/plan/detail/choose.hpp>
#include <libsched/scenario/thread_cap.hpp>
#include <libsched/scenario/unstated.hpp>

namespace libsched::plan::detail {
namespace {

/// What the answer does not rest on, because the file does not say it.
void note_gaps(const scenario::Scenario& scenario, Plan& plan) {
  const Issues warnings = scenario::unstated_warnings(scenario);
  plan.notes.insert(plan.notes.begin(), warnings.begin(), warnings.end());
  for (const workload::Workload& work : scenario.workloads) {
    // A file that shares its GPUs has been told so by the reader.
    if (scenario.sharing.mode == scenario::Mode::kExclusive && work.request.cpu_ms.mean() > 0 &&
        !work.request.bursts_given) {
      plan.notes.push_back({work.name,
                            "it has host time but no `bursts`: all its GPU work counts as one burst, and under "
                            "time-slicing the length of a burst decides, not utilisation",
                            "give request.bursts, the number of times a request waits for the GPU", Severity::kNote});
    }
  }
}

/// What a mode that was asked for does not offer here, or costs beside time.
void note_modes(const std::vector<Target>& targets, const PlanOptions& options, Plan& plan) {
  const bool asked = std::count(options.modes.begin(), options.modes.end(), scenario::Mode::kMig) > 0;
  for (const Target& target : targets) {
    if (asked && target.model.mig_profiles.empty()) {
      plan.notes.push_back({"--modes mig", target.model.name + " has no MIG", "choose an A30, A100, H100 or later card",
                            Severity::kWarning});
    }
  }
}

/// gpu_ms has a card that is for sale nowhere here, while one that is has no number: A10 for A10G.
void note_cards(const scenario::Scenario& scenario, const std::vector<Target>& targets, Plan& plan) {
  const auto alike = [](const std::string& a, const std::string& b) {
    return a.starts_with(b) || b.starts_with(a) || !nearest(a, {b}).empty();
  };
  for (const workload::Workload& work : scenario.workloads) {
    for (const auto& [card, law] : work.request.gpu_ms) {
      const bool sold =
          std::any_of(targets.begin(), targets.end(), [&](const Target& one) { return one.model.name == card; });
      if (sold) continue;
      for (const Target& one : targets) {
        if (work.request.gpu_ms_on(one.model.name) != nullptr || !alike(card, one.model.name)) continue;
        plan.notes.push_back(
            {work.name,
             fmt::format("gpu_ms has a number for {}, which no instance here has, and none for {}{}", card,
                         one.model.name, one.instance ? ", which " + one.instance->name + " has" : std::string{}),
             fmt::format("if it was measured on {0}, write {0} instead of {1}", one.model.name, card),
             Severity::kWarning});
      }
    }
  }
}

/// What the verdict names: one candidate, or a layout for each pool.
std::vector<const Candidate*> named_layouts(const Plan& plan) {
  std::vector<const Candidate*> all;
  if (plan.pooled && plan.pooled->recommended) {
    for (const Pool& pool : plan.pooled->pools) all.push_back(&pool.layout);
  } else if (plan.recommended) {
    all.push_back(&plan.candidates[*plan.recommended]);
  }
  return all;
}

/// The first of the layouts whose mixes show no more than half of the pods behind the workload's queue.
const CandidateWorkload* split_queue(const std::vector<const Candidate*>& layouts, const workload::Workload& work) {
  for (const Candidate* layout : layouts) {
    for (const CandidateWorkload& one : layout->workloads) {
      if (one.name == work.name && one.pods_seen > 0 && 2 * one.pods_seen <= one.pods) return &one;
    }
  }
  return nullptr;
}

}  // namespace

void note_question(const scenario::Scenario& scenario, const std::vector<Target>& targets, const PlanOptions& options,
                   Plan& plan) {
  note_gaps(scenario, plan);
  note_modes(targets, options, plan);
  note_cards(scenario, targets, plan);
}

void note_split_queues(const scenario::Scenario& scenario, Plan& plan) {
  std::vector<const Candidate*> named = named_layouts(plan);
  if (named.empty() && plan.nearest_miss) named.push_back(&plan.candidates[*plan.nearest_miss]);
  std::vector<const Candidate*> refused;
  for (const Candidate& one : plan.candidates) {
    if (!one.meets_slo && (!plan.recommended || cheaper(one, plan.candidates[*plan.recommended])))
      refused.push_back(&one);
  }
  for (const workload::Workload& work : scenario.workloads) {
    if (work.route != workload::Route::kSharedQueue) continue;
    if (const auto seen = split_queue(named, work)) {
      plan.notes.push_back({work.name,
                            fmt::format("its p99 is too high: beside so many other pods only {} of its {} pods are "
                                        "seen, and they share a queue by themselves",
                                        seen->pods_seen, seen->pods),
                            "`simulate` the whole fleet, or plan this workload by itself", Severity::kWarning});
    } else if (const auto unseen = split_queue(refused, work)) {
      plan.notes.push_back(
          {work.name,
           fmt::format("cheaper candidates may be refused for too high a p99 of it: beside so many "
                       "other pods only {} of its {} pods are seen, and they share a queue by themselves",
                       unseen->pods_seen, unseen->pods),
           "`simulate` such a fleet, or plan this workload by itself", Severity::kWarning});
    }
  }
}

void note_client_settings(const scenario::Scenario& scenario, Plan& plan) {
  const scenario::Sharing& own = scenario.sharing;
  for (const Candidate* one : named_layouts(plan)) {
    if (one->mode != scenario::Mode::kMps) continue;
    scenario::Sharing sharing = own;
    sharing.mode = one->mode;
    sharing.replicas = one->replicas;
    if (const auto above = scenario::above_plugin_thread_pct(sharing)) plan.notes.push_back(*above);
    const int cap = scenario::plugin_thread_pct(one->replicas);
    if (own.active_thread_pct && *own.active_thread_pct < cap) {
      plan.notes.push_back(
          {"sharing.active_thread_pct",
           fmt::format("the device plugin gives each of {} MPS clients {} % of the threads; this plan "
                       "rests on {:g} %",
                       one->replicas, cap, *own.active_thread_pct),
           fmt::format("set CUDA_MPS_ACTIVE_THREAD_PERCENTAGE={:g} in the pods", *own.active_thread_pct),
           Severity::kWarning});
    }
    if (own.memory_limit_mib) {
      plan.notes.push_back({"sharing.memory_limit_mib",
                            fmt::format("the device plugin gives each of {} MPS clients an equal part of the memory; "
                                        "this plan rests on {:g} MiB",
                                        one->replicas, *own.memory_limit_mib),
                            "set CUDA_MPS_PINNED_DEVICE_MEM_LIMIT in the pods", Severity::kWarning});
    }
  }
}

}  // namespace libsched::plan::detail
