#include <libsched/plan/detail/reproduce.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/mix.hpp>

namespace libsched::plan::detail {
namespace {

using scenario::Override;

Shape shape_of(const Candidate& candidate) {
  return {candidate.mode, candidate.replicas, candidate.mig_profile};
}

std::size_t place_in(const scenario::Scenario& file, const std::string& name) {
  const auto found = std::find_if(file.workloads.begin(), file.workloads.end(),
                                  [&](const workload::Workload& work) { return work.name == name; });
  return static_cast<std::size_t>(found - file.workloads.begin());
}

/// Cards and sharing, where they are not the file's.
void change_gpu(const scenario::Scenario& file, const Target& target, const Candidate& candidate, int gpus,
                std::vector<Override>& changes) {
  // What the file says of its own card does not hold for another.
  const bool other_card = target.model.name != file.gpu.model.name;
  const bool other_instance =
      target.instance && (!file.gpu.instance || target.instance->name != file.gpu.instance->name);
  if (other_card && target.instance) {
    changes.push_back({"gpu", fmt::format("{{instance: {}}}", target.instance->name)});
  } else if (other_instance) {
    changes.push_back({"gpu.instance", target.instance->name});
  }
  // Another instance brings its own number where the file says none.
  const bool brought = other_instance && target.gpus_per_instance == gpus && (other_card || file.gpu.count == gpus);
  if (!brought && (other_instance || file.gpu.count != gpus)) changes.push_back({"gpu.count", std::to_string(gpus)});
  if (candidate.mode == scenario::Mode::kExclusive) {
    const bool stated = file.sharing.mode == scenario::Mode::kExclusive && file.sharing.replicas == 1;
    if (!stated) changes.push_back({"sharing", "{mode: exclusive}"});
  } else if (candidate.mode == scenario::Mode::kMig) {
    const std::vector<std::string> layout(static_cast<std::size_t>(candidate.replicas), candidate.mig_profile);
    changes.push_back({"sharing", fmt::format("{{mode: mig, layout: [{}]}}", fmt::join(layout, ", "))});
  } else if (file.sharing.mode == candidate.mode) {  // an MPS client keeps what the file gives it
    if (file.sharing.replicas != candidate.replicas) {
      changes.push_back({"sharing.replicas", std::to_string(candidate.replicas)});
    }
  } else {
    std::string sharing = fmt::format("mode: {}, replicas: {}", scenario::name(candidate.mode), candidate.replicas);
    if (candidate.mode == scenario::Mode::kMps) {
      // A file that leaves the mode to plan may give these all the same.
      const auto& [threads, memory] = std::tie(file.sharing.active_thread_pct, file.sharing.memory_limit_mib);
      if (threads) sharing += fmt::format(", active_thread_pct: {}", *threads);
      if (memory) sharing += fmt::format(", memory_limit_mib: {}", *memory);
    }
    changes.push_back({"sharing", "{" + sharing + "}"});
  }
}

Issues no_words(std::string why) {
  return {{"simulate", std::move(why), ""}};
}

const char* name(workload::Route route) {
  switch (route) {
    case workload::Route::kRoundRobin:
      return "round-robin ";
    case workload::Route::kSharedQueue:
      return "shared-queue ";
    case workload::Route::kRandom:
    case workload::Route::kPerPod:
      break;
  }
  return "";  // a random part of a stream that is not Poisson
}

/// The GPUs that show what `mix` does: all of one instance, or all that a common stream feeds. An issue where the
/// file's format has no words for it.
Result<std::vector<Override>> changes_for(const scenario::Scenario& file, const scenario::Scenario& part,
                                          const Target& target, const Candidate& candidate, const Mix& mix) {
  // Cards without a number in gpu_ms have none to run with.
  if (target.estimated()) return no_words(fmt::format("the file has no gpu_ms measured on {}", target.model.name));
  bool common = false;
  for (std::size_t w = 0; w < mix.size(); ++w) {
    const workload::Workload& work = part.workloads[w];
    // The shape says where pods go; a pod that asks for its own MIG profile may find no device.
    if (!work.mig_profile.empty()) return no_words(fmt::format("{} asks for a MIG profile of its own", work.name));
    common = common || (mix[w] > 0 && work.route != workload::Route::kPerPod);
  }
  const int gpus = common ? gpus_alike(part, shape_of(candidate), mix) : target.gpus_per_instance;
  std::vector<Override> changes;
  change_gpu(file, target, candidate, gpus, changes);
  std::vector<int> pods(file.workloads.size(), 0);
  for (std::size_t w = 0; w < mix.size(); ++w) {
    const std::size_t at = place_in(file, part.workloads[w].name);
    const workload::Workload& work = part.workloads[w];
    pods[at] = mix[w] * gpus;
    if (work.route != workload::Route::kPerPod) pods[at] = std::min(pods[at], work.pods);
    if (mix[w] == 0 || work.route == workload::Route::kPerPod || pods[at] == work.pods) continue;
    // Only where some of its requests are again a stream of the kind does the file have words for them.
    const auto* poisson = std::get_if<workload::Poisson>(&work.arrivals);
    if (poisson == nullptr || work.route != workload::Route::kRandom) {
      return no_words(fmt::format("{} of the {} pods of {} are there, and a file cannot give them part of one {}stream",
                                  pods[at], work.pods, work.name, name(work.route)));
    }
    changes.push_back({fmt::format("workloads[{}].arrivals.total_rate_per_s", at),
                       fmt::format("{}", poisson->rate_per_s * pods[at] / work.pods)});
  }
  for (std::size_t w = 0; w < pods.size(); ++w) {
    const bool as_given = file.workloads[w].pods_given && file.workloads[w].pods == pods[w];
    if (pods[w] > 0 && !as_given) changes.push_back({fmt::format("workloads[{}].pods", w), std::to_string(pods[w])});
  }
  for (std::size_t w = pods.size(); w-- > 0;) {  // from the last, so that places before it stay
    if (pods[w] == 0) changes.push_back({fmt::format("workloads[{}]", w), "null"});
  }
  return changes;
}

}  // namespace

void say_mixes(const scenario::Scenario& file, const scenario::Scenario& part, const Target& target,
               Candidate& candidate) {
  const scenario::Scenario built = as_built(part, candidate);
  for (std::size_t w = 0; w < candidate.workloads.size(); ++w) {
    CandidateWorkload& one = candidate.workloads[w];
    const Mix mix = worst_mix(built, target, one.focus, candidate.replicas);
    for (std::size_t v = 0; v < mix.size(); ++v) {
      if (mix[v] > 0) one.mix.emplace_back(built.workloads[v].name, mix[v]);
    }
    if (auto changes = changes_for(file, built, target, candidate, mix)) {
      one.changes = *std::move(changes);
    } else {
      one.why_no_changes = changes.error().front().what;
    }
  }
}

}  // namespace libsched::plan::detail
