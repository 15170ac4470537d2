#include <libsched/k8s/plugin_config.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include <libsched/base/assert.hpp>
#include <libsched/base/printable.hpp>

namespace libsched::k8s {
namespace {

constexpr const char* kMpsHint =
    "# MPS: the plugin sets the GPUs to exclusive-process mode; it needs flags.mpsRoot, which Helm and the operator "
    "set.\n";

/// `text` as a YAML scalar that every reader takes for a string: Kubernetes reads YAML 1.1, where `on` is a boolean.
std::string scalar(const std::string& text) {
  constexpr std::array<std::string_view, 9> kWords = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};
  const bool word = std::find(kWords.begin(), kWords.end(), text) != kWords.end();
  const bool begins = !text.empty() && text[0] >= 'a' && text[0] <= 'z';
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
  if (begins && plain && !word) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    quoted.push_back(c);
  }
  return quoted + "\"";
}

/// `text` with `indent` blanks before each line.
std::string indented(std::string_view text, std::size_t indent) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1);
    result += std::string(indent, ' ').append(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return result;
}

/// The map itself, below `comment`, which says how to apply it.
std::string config_map(const std::string& comment, const std::string& map_name, const std::string& namespace_name,
                       const std::vector<NamedConfig>& configs) {
  std::string data;
  for (const NamedConfig& one : configs) {
    data += fmt::format("  {}: |\n{}", scalar(one.key), indented(plugin_config(one.sharing, one.replicas), 4));
  }
  const bool any_mps = std::any_of(configs.begin(), configs.end(),
                                   [](const NamedConfig& one) { return one.sharing == PluginSharing::kMps; });
  return fmt::format(
      "{}"
      "# Only changes of that label are watched. After editing this map under the same key, restart the device "
      "plugin:\n"
      "#   kubectl -n {} rollout restart daemonset <device plugin's>\n"
      "{}"
      "apiVersion: v1\n"
      "kind: ConfigMap\n"
      "metadata:\n"
      "  name: {}\n"
      "  namespace: {}\n"
      "data:\n"
      "{}",
      comment, namespace_name, any_mps ? kMpsHint : "", scalar(map_name), scalar(namespace_name), data);
}

}  // namespace

std::string comment_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "# " + printable_line(line) + "\n";
  return text.empty() ? text : text + "\n";
}

std::string label_for_new_nodes(const std::string& label) {
  return fmt::format(
      "# A label set by hand goes with its node. Where nodes are replaced, let what makes them set it:\n"
      "#   EKS managed node group:  labels: {{{0}}} of the node group (eksctl: managedNodeGroups[].labels)\n"
      "#   Karpenter:               spec.template.metadata.labels: {{{0}}} in the NodePool\n",
      label);
}

std::string plugin_config(PluginSharing sharing, int replicas) {
  if (sharing == PluginSharing::kNone) return "version: v1\n";
  if (sharing == PluginSharing::kMig) return "version: v1\nflags:\n  migStrategy: single\n";
  LIBSCHED_ASSERT(replicas >= 2, "the plugin refuses fewer than 2 replicas");
  // Under MPS true is the default, and before v0.20 the only value: one text serves all versions.
  return fmt::format(
      "version: v1\n"
      "sharing:\n"
      "  {}:\n"
      "    # A second slot gives a container no more of the GPU: refuse such a request instead of wasting the slot.\n"
      "    failRequestsGreaterThanOne: true\n"
      "    resources:\n"
      "    - name: nvidia.com/gpu\n"
      "      replicas: {}\n",
      sharing == PluginSharing::kMps ? "mps" : "timeSlicing", replicas);
}

std::string plugin_config_map(const std::string& map_name, const std::string& namespace_name, const std::string& key,
                              PluginSharing sharing, int replicas, const std::vector<std::string>& about) {
  const std::string comment =
      comment_lines(about) +
      fmt::format(
          "# How to apply:\n"
          "#   kubectl apply -f <this file>\n"
          "# then tell the plugin of the map, once:\n"
          "#   Helm chart:   --set config.name={0} (add --set config.default={1} to use it on every node)\n"
          "#   GPU Operator: spec.devicePlugin.config {{name: {0}, default: {1}}} in the ClusterPolicy; "
          "without a default no\n"
          "#                 node is shared until it is labelled\n"
          "# and choose this config on single nodes by a label:\n"
          "#   kubectl label node <node> --overwrite nvidia.com/device-plugin.config={1}\n",
          map_name, key) +
      label_for_new_nodes("nvidia.com/device-plugin.config: " + key);
  return config_map(comment, map_name, namespace_name, {{key, sharing, replicas}});
}

std::string plugin_config_map(const std::string& map_name, const std::string& namespace_name,
                              const std::vector<NamedConfig>& configs, const std::vector<std::string>& about) {
  std::string labels;
  for (const NamedConfig& one : configs) {
    labels += fmt::format("#   kubectl label node <node> --overwrite nvidia.com/device-plugin.config={}\n", one.key);
  }
  const std::string comment =
      comment_lines(about) +
      fmt::format(
          "# One config for each pool of nodes. How to apply:\n"
          "#   kubectl apply -f <this file>\n"
          "# then tell the plugin of the map, once, without a default: each node names its pool\n"
          "#   Helm chart:   --set config.name={0}\n"
          "#   GPU Operator: spec.devicePlugin.config {{name: {0}}} in the ClusterPolicy\n"
          "# label each node with its pool's config:\n"
          "{1}"
          "{2}"
          "# and keep the pods of a pool on its nodes, in their pod template:\n"
          "#   nodeSelector: {{nvidia.com/device-plugin.config: <key>}}\n",
          map_name, labels, label_for_new_nodes("nvidia.com/device-plugin.config: <key>"));
  return config_map(comment, map_name, namespace_name, configs);
}

}  // namespace libsched::k8s
