#include <libsched/plan/detail/config_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <libsched/k8s/mig_parted.hpp>
#include <libsched/k8s/plugin_config.hpp>
#include <libsched/plan/detail/wording.hpp>
#include <libsched/plan/plan_issues.hpp>
#include <libsched/scenario/thread_cap.hpp>

namespace libsched::plan::detail {
namespace {

constexpr const char* kMap = "nvidia-device-plugin-config";
constexpr const char* kNamespace = "nvidia-device-plugin";
constexpr const char* kOperatorNamespace = "gpu-operator";
constexpr const char* kFile = "device-plugin-config.yaml";
constexpr const char* kPartitionsFile = "mig-parted-config.yaml";

k8s::NamedConfig named(const std::string& key, const Candidate& layout) {
  const auto sharing = layout.mode == scenario::Mode::kTimeSlicing ? k8s::PluginSharing::kTimeSlicing
                       : layout.mode == scenario::Mode::kMps       ? k8s::PluginSharing::kMps
                       : layout.mode == scenario::Mode::kMig       ? k8s::PluginSharing::kMig
                                                                   : k8s::PluginSharing::kNone;
  return {key, sharing, layout.replicas};
}

std::string mode_key(const Candidate& layout) {
  if (layout.mode == scenario::Mode::kMig) return fmt::format("mig-{}x{}", layout.replicas, layout.mig_profile);
  if (layout.mode == scenario::Mode::kExclusive) return "exclusive";
  return fmt::format("{}-{}", scenario::name(layout.mode), layout.replicas);
}

/// Who partitions has the GPU Operator, and its plugin looks for its map in the operator's namespace.
const char* namespace_for(const std::vector<k8s::MigConfig>& partitions) {
  return partitions.empty() ? kNamespace : kOperatorNamespace;
}

/// One map with the partitions of all cards that have one: the operator reads one map.
void add_partitions(const std::vector<k8s::MigConfig>& partitions, const std::vector<std::string>& about,
                    std::vector<PlanFile>& files) {
  if (partitions.empty()) return;
  files.push_back({kPartitionsFile,
                   k8s::mig_parted_config_map("slicewise-mig-parted-config", kOperatorNamespace, partitions, about)});
}

void note_partition(const Candidate& layout, const std::string& key, std::vector<k8s::MigConfig>& partitions) {
  if (layout.mode == scenario::Mode::kMig) partitions.push_back({key, layout.mig_profile, layout.replicas});
}

/// A key that is also the value of a node label: at most 63 of a-z, 0-9, '-' and '.', a letter or digit at both ends.
/// Where the names of the pool's workloads have none of these, it is known by its `number`.
std::string pool_key(const Pool& pool, std::size_t number) {
  constexpr std::size_t kLongest = 40;
  std::string words;
  for (const std::string& name : pool.workloads) {
    for (const char c : name) {
      const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const bool kept = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9');
      if (kept) {
        words += small;
      } else if (!words.empty() && words.back() != '-') {
        words += '-';
      }
    }
    if (!words.empty() && words.back() != '-') words += '-';
  }
  if (words.empty()) words = fmt::format("pool-{}", number);
  words = words.substr(0, kLongest);
  if (!words.empty() && words.back() != '-') words += '-';
  return words + mode_key(pool.layout);
}

/// What the config under `key` is for, and how far it can be trusted.
void describe(const std::string& key, const Candidate& layout, scenario::Sharing sharing,
              std::vector<std::string>& about) {
  about.push_back(fmt::format("{}: {}", key, layout_text(layout)));
  for (const CandidateWorkload& work : layout.workloads) {
    std::string line = fmt::format("  {}: {} {}, p99 {} ms", work.name, work.pods, work.pods == 1 ? "pod" : "pods",
                                   interval_text(work.p99_ms));
    line += work.slo_p99_ms ? fmt::format(" against {:g} ms", *work.slo_p99_ms) : std::string{", no SLO"};
    std::string mix;
    for (const auto& [name, pods] : work.mix) mix += fmt::format("{}{} {}", mix.empty() ? "" : " + ", pods, name);
    about.push_back(mix.empty() ? line : line + ", on a GPU that holds " + mix);
  }
  about.push_back(layout.robust ? "  robust: also where the card's uncertain parameters are at their worst"
                                : "  " + not_robust_text(layout).substr(2));
  sharing.mode = layout.mode;
  sharing.replicas = layout.replicas;
  if (const auto threads = scenario::above_plugin_thread_pct(sharing)) {
    about.push_back(fmt::format("  {}; {}", threads->what, threads->fix));
  }
}

}  // namespace

std::vector<PlanFile> config_files(const Plan& plan, const scenario::Sharing& sharing, const std::string& file) {
  std::vector<std::string> about = {"made by slicewise " SLICEWISE_VERSION " plan" +
                                    (file.empty() ? std::string{} : " from " + file)};
  if (plan.pooled && plan.pooled->recommended) {
    std::vector<k8s::NamedConfig> configs;
    std::vector<k8s::MigConfig> partitions;
    for (const Pool& pool : plan.pooled->pools) {
      std::string key = pool_key(pool, configs.size() + 1);
      // Names that differ in other letters only.
      const bool taken = std::any_of(configs.begin(), configs.end(), [&](const auto& one) { return one.key == key; });
      if (taken) key += fmt::format("-{}", configs.size() + 1);
      configs.push_back(named(key, pool.layout));
      describe(key, pool.layout, sharing, about);
      note_partition(pool.layout, key, partitions);
    }
    std::vector<PlanFile> files{{kFile, k8s::plugin_config_map(kMap, namespace_for(partitions), configs, about)}};
    add_partitions(partitions, about, files);
    return files;
  }
  if (!plan.recommended) return {};
  const Candidate& best = plan.candidates[*plan.recommended];
  const auto one = named(mode_key(best), best);
  std::vector<k8s::MigConfig> partitions;
  note_partition(best, one.key, partitions);
  describe(one.key, best, sharing, about);
  std::vector<PlanFile> files{
      {kFile, k8s::plugin_config_map(kMap, namespace_for(partitions), one.key, one.sharing, one.replicas, about)}};
  add_partitions(partitions, about, files);
  return files;
}

}  // namespace libsched::plan::detail

namespace libsched::plan {

const std::vector<std::string>& file_names() {
  static const std::vector<std::string> names = {detail::kFile, detail::kPartitionsFile};
  return names;
}

}  // namespace libsched::plan
