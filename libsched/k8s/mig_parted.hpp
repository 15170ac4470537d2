#pragma once

#include <string>
#include <vector>

namespace libsched::k8s {

/// One mig-parted config: every GPU of a node becomes `count` instances of `profile`.
struct MigConfig {
  std::string key;
  std::string profile;
  int count = 1;
};

/// A ConfigMap with these configs. The GPU Operator's MIG manager applies the one that a node's label
/// nvidia.com/mig.config names. The lines of `about` stand above it as comments.
std::string mig_parted_config_map(const std::string& map_name, const std::string& namespace_name,
                                  const std::vector<MigConfig>& configs, const std::vector<std::string>& about = {});

}  // namespace libsched::k8s
