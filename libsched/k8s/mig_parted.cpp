#include <libsched/k8s/mig_parted.hpp>

#include <fmt/format.h>

#include <libsched/k8s/plugin_config.hpp>

namespace libsched::k8s {

std::string mig_parted_config_map(const std::string& map_name, const std::string& namespace_name,
                                  const std::vector<MigConfig>& configs, const std::vector<std::string>& about) {
  std::string labels;
  std::string data;
  for (const MigConfig& one : configs) {
    labels += fmt::format("#   kubectl label node NODE nvidia.com/mig.config={} --overwrite\n", one.key);
    data += fmt::format(
        "      {}:\n"
        "      - devices: all\n"
        "        mig-enabled: true\n"
        "        mig-devices:\n"
        "          \"{}\": {}\n",
        one.key, one.profile, one.count);
  }
  // With strategy `single` the instances are advertised as nvidia.com/gpu, so that pods need no change.
  return comment_lines(about) +
         fmt::format(
             "# For the GPU Operator's MIG manager: set mig.strategy=single and migManager.config.name={0} "
             "in its values, then\n"
             "{1}"
             "{4}"
             "# It stops the operands of the GPU, repartitions it and restarts them; drain the node first.\n"
             "apiVersion: v1\n"
             "kind: ConfigMap\n"
             "metadata:\n"
             "  name: {0}\n"
             "  namespace: {2}\n"
             "data:\n"
             "  config.yaml: |\n"
             "    version: v1\n"
             "    mig-configs:\n"
             // The operator's default for nodes without the label; this map replaces the one that has it.
             "      all-disabled:\n"
             "      - devices: all\n"
             "        mig-enabled: false\n"
             "{3}",
             map_name, labels, namespace_name, data,
             label_for_new_nodes("nvidia.com/mig.config: " + (configs.size() == 1 ? configs.front().key : "<key>")));
}

}  // namespace libsched::k8s
