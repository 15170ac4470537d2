#pragma once

#include <string>
#include <vector>

namespace libsched::k8s {

enum class PluginSharing {
  kNone,
  kTimeSlicing,
  kMps,
  kMig  ///< instances of one profile, advertised as nvidia.com/gpu
};

/// The text of one device-plugin config file (version v1). `kNone` is a config without a sharing block, since the
/// plugin refuses `replicas: 1`. Precondition: replicas >= 2 unless kNone.
std::string plugin_config(PluginSharing sharing, int replicas);

/// A ConfigMap in `namespace_name` with that config under `key`, as NVIDIA's plugin and GPU Operator read it. The lines
/// of `about` stand above it as comments.
std::string plugin_config_map(const std::string& map_name, const std::string& namespace_name, const std::string& key,
                              PluginSharing sharing, int replicas, const std::vector<std::string>& about = {});

/// One named config of a ConfigMap.
struct NamedConfig {
  std::string key;
  PluginSharing sharing = PluginSharing::kNone;
  int replicas = 1;  ///< 2 or more under time-slicing and MPS
};

/// A ConfigMap with one config for each pool of nodes; nodes, and pods through their nodeSelector, choose theirs by its
/// key. Precondition: the keys differ, and each is a label value.
std::string plugin_config_map(const std::string& map_name, const std::string& namespace_name,
                              const std::vector<NamedConfig>& configs, const std::vector<std::string>& about = {});

/// Lines as comments of a YAML file, an empty one below them; control characters become visible. Empty for no lines.
std::string comment_lines(const std::vector<std::string>& lines);

/// What to do where nodes are replaced, since a label set by hand goes with its node: comment lines for label `label`.
std::string label_for_new_nodes(const std::string& label);

}  // namespace libsched::k8s
