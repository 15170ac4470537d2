#include <libsched/plan/detail/config_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <libsched/k8s/mig_parted.hpp>
#include <libsched/k8s/plugin_config.hpp>

namespace libsched::plan::detail {
namespace {

constexpr const char* kMap = "nvidia-device-plugin-config";
constexpr const char* kNamespace = "nvidia-device-plugin";
constexpr const char* kOperatorNamespace = "gpu-operator";
constexpr const char* kFile = "device-plugin-config.yaml";

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
void add_partitions(const std::vector<k8s::MigConfig>& partitions, std::vector<PlanFile>& files) {
  if (partitions.empty()) return;
  files.push_back({"mig-parted-config.yaml",
                   k8s::mig_parted_config_map("slicewise-mig-parted-config", kOperatorNamespace, partitions)});
}

void note_partition(const Candidate& layout, const std::string& key, std::vector<k8s::MigConfig>& partitions) {
  if (layout.mode == scenario::Mode::kMig) partitions.push_back({key, layout.mig_profile, layout.replicas});
}

/// A key that is also the value of a node label: at most 63 of a-z, 0-9, '-' and '.', a letter or digit at both ends.
std::string pool_key(const Pool& pool) {
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
  words = words.substr(0, kLongest);
  if (!words.empty() && words.back() != '-') words += '-';
  return words + mode_key(pool.layout);
}

}  // namespace

std::vector<PlanFile> config_files(const Plan& plan) {
  if (plan.pooled && plan.pooled->recommended) {
    std::vector<k8s::NamedConfig> configs;
    std::vector<k8s::MigConfig> partitions;
    for (const Pool& pool : plan.pooled->pools) {
      std::string key = pool_key(pool);
      // Names that differ in other letters only.
      const bool taken = std::any_of(configs.begin(), configs.end(), [&](const auto& one) { return one.key == key; });
      if (taken) key += fmt::format("-{}", configs.size() + 1);
      configs.push_back(named(key, pool.layout));
      note_partition(pool.layout, key, partitions);
    }
    std::vector<PlanFile> files{{kFile, k8s::plugin_config_map(kMap, namespace_for(partitions), configs)}};
    add_partitions(partitions, files);
    return files;
  }
  if (!plan.recommended) return {};
  const Candidate& best = plan.candidates[*plan.recommended];
  const auto one = named(mode_key(best), best);
  std::vector<k8s::MigConfig> partitions;
  note_partition(best, one.key, partitions);
  std::vector<PlanFile> files{
      {kFile, k8s::plugin_config_map(kMap, namespace_for(partitions), one.key, one.sharing, one.replicas)}};
  add_partitions(partitions, files);
  return files;
}

}  // namespace libsched::plan::detail
