#pragma once

#include <string>

namespace libsched::k8s {

/// A ConfigMap with one mig-parted config named `key`: every GPU of a node becomes `count` instances of `profile`. The
/// GPU Operator's MIG manager applies it to nodes with the label nvidia.com/mig.config=`key`.
std::string mig_parted_config_map(const std::string& map_name, const std::string& namespace_name,
                                  const std::string& key, const std::string& profile, int count);

}  // namespace libsched::k8s
