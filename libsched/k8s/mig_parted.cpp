#include <libsched/k8s/mig_parted.hpp>

#include <fmt/format.h>

namespace libsched::k8s {

std::string mig_parted_config_map(const std::string& map_name, const std::string& namespace_name,
                                  const std::string& key, const std::string& profile, int count) {
  // With strategy `single` the instances are advertised as nvidia.com/gpu, so that pods need no change.
  return fmt::format(
      "# For the GPU Operator's MIG manager: set mig.strategy=single and migManager.config.name={0} in its values, then\n"
      "#   kubectl label node NODE nvidia.com/mig.config={2} --overwrite\n"
      "# It stops the GPU's pods' operands, repartitions and restarts them; drain the node first.\n"
      "apiVersion: v1\n"
      "kind: ConfigMap\n"
      "metadata:\n"
      "  name: {0}\n"
      "  namespace: {1}\n"
      "data:\n"
      "  config.yaml: |\n"
      "    version: v1\n"
      "    mig-configs:\n"
      "      {2}:\n"
      "      - devices: all\n"
      "        mig-enabled: true\n"
      "        mig-devices:\n"
      "          \"{3}\": {4}\n",
      map_name, namespace_name, key, profile, count);
}

}  // namespace libsched::k8s
