#include <libsched/k8s/plugin_config.hpp>

#include <yaml-cpp/yaml.h>
#include <catch2/catch.hpp>

#include <set>

using libsched::k8s::plugin_config;
using libsched::k8s::plugin_config_map;
using libsched::k8s::PluginSharing;

namespace {

/// The keys that v0.20 of the plugin knows: it ignores misspelt ones without a word, so a test must not.
const std::set<std::string> kSharingKeys = {"renameByDefault", "failRequestsGreaterThanOne", "resources"};

void check_rules(const YAML::Node& config, const std::string& kind, int replicas) {
  CHECK(config["version"].as<std::string>() == "v1");
  REQUIRE(config["sharing"].size() == 1);  // time-slicing and MPS exclude each other
  const YAML::Node sharing = config["sharing"][kind];
  REQUIRE(sharing.IsMap());
  for (const auto& entry : sharing) CHECK(kSharingKeys.count(entry.first.as<std::string>()) == 1);
  CHECK(sharing["failRequestsGreaterThanOne"].as<bool>());
  REQUIRE(sharing["resources"].size() == 1);
  const YAML::Node resource = sharing["resources"][0];
  CHECK(resource["name"].as<std::string>() == "nvidia.com/gpu");
  CHECK(resource["replicas"].as<int>() == replicas);
  CHECK(resource["replicas"].as<int>() >= 2);
  CHECK(resource.size() == 2);
}

}  // namespace

TEST_CASE("a time-slicing config has the shape that the device plugin accepts", "[k8s][unit]") {
  check_rules(YAML::Load(plugin_config(PluginSharing::kTimeSlicing, 4)), "timeSlicing", 4);
  check_rules(YAML::Load(plugin_config(PluginSharing::kMps, 10)), "mps", 10);
}

TEST_CASE("no sharing is a config without a sharing block, since one replica is refused", "[k8s][unit]") {
  const YAML::Node config = YAML::Load(plugin_config(PluginSharing::kNone, 1));
  CHECK(config["version"].as<std::string>() == "v1");
  CHECK(config.size() == 1);
}

TEST_CASE("a ConfigMap holds one whole config as text under its key", "[k8s][unit]") {
  const std::string text = plugin_config_map("gpu-sharing", "gpu-operator", "t4-x4", PluginSharing::kTimeSlicing, 4);
  const YAML::Node map = YAML::Load(text);
  CHECK(map["apiVersion"].as<std::string>() == "v1");
  CHECK(map["kind"].as<std::string>() == "ConfigMap");
  CHECK(map["metadata"]["name"].as<std::string>() == "gpu-sharing");
  CHECK(map["metadata"]["namespace"].as<std::string>() == "gpu-operator");
  REQUIRE(map["data"].size() == 1);
  const std::string value = map["data"]["t4-x4"].as<std::string>();
  CHECK(value == plugin_config(PluginSharing::kTimeSlicing, 4));
  CHECK(value.find('\t') == std::string::npos);
  check_rules(YAML::Load(value), "timeSlicing", 4);
}

TEST_CASE("a ConfigMap says how to apply it and that edits need a restart", "[k8s][unit]") {
  const std::string text = plugin_config_map("gpu-sharing", "nvidia", "t4-x4", PluginSharing::kMps, 4);
  CHECK(text.find("nvidia.com/device-plugin.config=t4-x4") != std::string::npos);
  CHECK(text.find("config.name=gpu-sharing") != std::string::npos);
  CHECK(text.find("rollout restart") != std::string::npos);
  CHECK(text.find("mpsRoot") != std::string::npos);
}

TEST_CASE("names that YAML would read as something else are quoted", "[k8s][unit]") {
  const YAML::Node map = YAML::Load(plugin_config_map("on", "1", "A10G-x3", PluginSharing::kNone, 1));
  CHECK(map["metadata"]["name"].Tag() == "!");  // a quoted scalar
  CHECK(map["metadata"]["namespace"].Tag() == "!");
  CHECK(map["data"]["A10G-x3"].as<std::string>() == "version: v1\n");
}

TEST_CASE("a ConfigMap for several pools has one key for each, and says how nodes and pods choose", "[k8s][unit]") {
  const std::string text = plugin_config_map(
      "gpu-sharing", "nvidia",
      {{"web-time-slicing-4", PluginSharing::kTimeSlicing, 4}, {"batch-exclusive", PluginSharing::kNone, 1}});
  const YAML::Node map = YAML::Load(text);
  REQUIRE(map["data"].size() == 2);
  check_rules(YAML::Load(map["data"]["web-time-slicing-4"].as<std::string>()), "timeSlicing", 4);
  CHECK(map["data"]["batch-exclusive"].as<std::string>() == plugin_config(PluginSharing::kNone, 1));
  for (const char* key : {"web-time-slicing-4", "batch-exclusive"}) {
    CHECK(text.find(std::string{"--overwrite nvidia.com/device-plugin.config="} + key) != std::string::npos);
  }
  CHECK(text.find("nodeSelector: {nvidia.com/device-plugin.config: <key>}") != std::string::npos);
}
