#include <libsched/plan/detail/reproduce.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <variant>

#include <libsched/plan/detail/free_pods.hpp>
#include <libsched/plan/detail/mix.hpp>

namespace libsched::plan::detail {
namespace {

using scenario::Override;

/// The rate of all pods of a stream as the file has it, where the stream of some of its pods is one of the same kind.
std::optional<double> rate_of_stream(const workload::Workload& work) {
  if (const auto* poisson = std::get_if<workload::Poisson>(&work.arrivals)) return poisson->rate_per_s;
  if (const auto* batch = std::get_if<workload::Batch>(&work.arrivals)) return batch->batches_per_s;
  const auto* regular = std::get_if<workload::Deterministic>(&work.arrivals);
  if (regular != nullptr && work.route != workload::Route::kRandom) return regular->rate_per_s;
  return std::nullopt;
}

std::size_t place_in(const scenario::Scenario& file, const std::string& name) {
  const auto found = std::find_if(file.workloads.begin(), file.workloads.end(),
                                  [&](const workload::Workload& work) { return work.name == name; });
  return static_cast<std::size_t>(found - file.workloads.begin());
}

/// Card and sharing of one instance, where they are not the file's.
void change_gpu(const scenario::Scenario& file, const Target& target, const Candidate& candidate,
                std::vector<Override>& changes) {
  // What the file says of its own card does not hold for another.
  const bool other_card = target.model.name != file.gpu.model.name;
  if (other_card && target.instance) {
    changes.push_back({"gpu", fmt::format("{{instance: {}}}", target.instance->name)});
  } else if (target.instance && (!file.gpu.instance || target.instance->name != file.gpu.instance->name)) {
    changes.push_back({"gpu.instance", target.instance->name});
  }
  if (!other_card && file.gpu.count != target.gpus_per_instance) {
    changes.push_back({"gpu.count", std::to_string(target.gpus_per_instance)});
  }
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

/// All GPUs of one instance with `mix` on each; nothing where the file's format has no words for it.
std::vector<Override> changes_for(const scenario::Scenario& file, const scenario::Scenario& part, const Target& target,
                                  const Candidate& candidate, const Mix& mix) {
  // Cards without a number in gpu_ms have none to run with.
  if (target.estimated()) return {};
  // The shape says where pods go; a pod that asks for its own MIG profile may find no device.
  const bool asking = std::any_of(part.workloads.begin(), part.workloads.end(),
                                  [](const workload::Workload& work) { return !work.mig_profile.empty(); });
  if (asking) return {};
  std::vector<Override> changes;
  change_gpu(file, target, candidate, changes);
  std::vector<int> pods(file.workloads.size(), 0);
  for (std::size_t w = 0; w < mix.size(); ++w) {
    const std::size_t at = place_in(file, part.workloads[w].name);
    pods[at] = mix[w] * target.gpus_per_instance;
    const workload::Workload& work = part.workloads[w];
    if (mix[w] == 0 || work.route == workload::Route::kPerPod || pods[at] == work.pods) continue;
    const auto rate = rate_of_stream(work);
    if (!rate) return {};
    changes.push_back(
        {fmt::format("workloads[{}].arrivals.total_rate_per_s", at),
         fmt::format("{}", *rate * (static_cast<double>(mix[w]) / work.pods) * target.gpus_per_instance)});
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
    const Mix mix = worst_mix(built, target, w, candidate.replicas);
    for (std::size_t v = 0; v < mix.size(); ++v) {
      if (mix[v] > 0) one.mix.emplace_back(built.workloads[v].name, mix[v]);
    }
    one.changes = changes_for(file, built, target, candidate, mix);
  }
}

}  // namespace libsched::plan::detail
