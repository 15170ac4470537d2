#include <libsched/k8s/mig_parted.hpp>

#include <yaml-cpp/yaml.h>
#include <catch2/catch.hpp>

using namespace libsched::k8s;

TEST_CASE("a mig-parted map has each config under its key, and the operator's default for nodes without the label",
          "[k8s][unit]") {
  const std::string text =
      mig_parted_config_map("parts", "gpu-operator", {{"mig-7x1g.5gb", "1g.5gb", 7}, {"mig-2x3g.20gb", "3g.20gb", 2}});
  const YAML::Node map = YAML::Load(text);
  CHECK(map["metadata"]["namespace"].as<std::string>() == "gpu-operator");
  const YAML::Node parted = YAML::Load(map["data"]["config.yaml"].as<std::string>());
  CHECK(parted["version"].as<std::string>() == "v1");
  const YAML::Node configs = parted["mig-configs"];
  CHECK(configs.size() == 3);
  CHECK_FALSE(configs["all-disabled"][0]["mig-enabled"].as<bool>());
  CHECK(configs["mig-7x1g.5gb"][0]["mig-devices"]["1g.5gb"].as<int>() == 7);
  CHECK(configs["mig-2x3g.20gb"][0]["mig-devices"]["3g.20gb"].as<int>() == 2);
  CHECK(configs["mig-2x3g.20gb"][0]["devices"].as<std::string>() == "all");
}
