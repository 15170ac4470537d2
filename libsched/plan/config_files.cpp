#include <libsched/plan/detail/config_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <libsched/k8s/plugin_config.hpp>

namespace libsched::plan::detail {
namespace {

constexpr const char* kMap = "nvidia-device-plugin-config";
constexpr const char* kNamespace = "nvidia-device-plugin";
constexpr const char* kFile = "device-plugin-config.yaml";

k8s::NamedConfig named(const std::string& key, const Candidate& layout) {
  const bool shared = layout.mode == scenario::Mode::kTimeSlicing;
  return {key, shared ? k8s::PluginSharing::kTimeSlicing : k8s::PluginSharing::kNone, layout.replicas};
}

std::string mode_key(const Candidate& layout) {
  return layout.mode == scenario::Mode::kTimeSlicing ? fmt::format("time-slicing-{}", layout.replicas) : "exclusive";
}

/// A key that is also the value of a node label: at most 63 of a-z, 0-9 and '-', a letter or digit at both ends.
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
    for (const Pool& pool : plan.pooled->pools) {
      std::string key = pool_key(pool);
      // Names that differ in other letters only.
      const bool taken = std::any_of(configs.begin(), configs.end(), [&](const auto& one) { return one.key == key; });
      if (taken) key += fmt::format("-{}", configs.size() + 1);
      configs.push_back(named(key, pool.layout));
    }
    return {{kFile, k8s::plugin_config_map(kMap, kNamespace, configs)}};
  }
  if (!plan.recommended) return {};
  const auto one = named(mode_key(plan.candidates[*plan.recommended]), plan.candidates[*plan.recommended]);
  return {{kFile, k8s::plugin_config_map(kMap, kNamespace, one.key, one.sharing, one.replicas)}};
}

}  // namespace libsched::plan::detail
