#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/text_file.hpp>
#include <libsched/scenario/detail/key_homes.hpp>
#include <libsched/scenario/detail/override.hpp>
#include <libsched/scenario/detail/readers.hpp>
#include <libsched/scenario/read_to_plan.hpp>
#include <libsched/scenario/source_tree.hpp>

namespace libsched::scenario {
namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): this file is the front door of that folder

void read_version(const Fields& file) {
  const auto version = file.need("version", "add version: 1");
  if (!version) return;
  constexpr int kSome = 1'000'000;
  if (const auto number = version->whole(1, kSome); number && *number != 1) {
    version->error(fmt::format("is {}", *number), "this release reads version: 1");
  }
}

Result<Scenario> read_checked(const YamlNode& root, const std::string& directory, Chooses chooses) {
  Log log;
  DataFiles files{directory};
  Scenario scenario;
  const Fields file{Cursor{root, "", log}};
  if (!file) return log.errors();
  file.only(keys_of(""));
  read_version(file);
  Setting setting;
  const auto gpu = file.need("gpu", "add gpu: {model: T4}");
  if (gpu) {
    if (auto choice = read_gpu(*gpu, files)) {
      scenario.gpu = *std::move(choice);
      setting.card = scenario.gpu.model.name;
    }
  }
  if (const auto sharing = file.find("sharing")) {
    const hw::GpuModel* card = setting.card.empty() ? nullptr : &scenario.gpu.model;
    scenario.sharing = read_sharing(*sharing, card, chooses).value_or(Sharing{});
  }
  setting.mode = scenario.sharing.mode;
  for (const MigInstance& one : scenario.sharing.layout) {
    const auto& known = setting.mig_profiles;
    if (std::find(known.begin(), known.end(), one.profile.name) == known.end()) {
      setting.mig_profiles.push_back(one.profile.name);
    }
  }
  if (!setting.card.empty()) note_assumed_profile(scenario.gpu, scenario.sharing, *gpu);
  if (const auto workloads = file.need("workloads", "add workloads: a list")) {
    scenario.workloads = read_workloads(*workloads, setting, files);
  }
  if (const auto run = file.find("run")) scenario.run = read_run(*run);
  if (log.failed()) return log.errors();
  scenario.notes = log.notes();
  return scenario;
}

}  // namespace

Result<Scenario> detail::read_tree(YamlNode root, const std::string& directory, const std::vector<Override>& overrides,
                                   Chooses chooses) {
  Issues issues;
  if (root.kind == YamlNode::Kind::kMap) apply_overrides(root, overrides, issues);
  Result<Scenario> result = read_checked(root, directory, chooses);
  if (issues.empty()) return result;
  if (!result) issues.insert(issues.end(), result.error().begin(), result.error().end());
  return issues;
}

Result<Scenario> read_scenario(const std::string& text, const std::string& origin, const std::string& directory,
                               const std::vector<Override>& overrides) {
  Issues issues;
  std::optional<YamlNode> root = parse_yaml(text, origin, issues);
  if (!root) return issues;
  return read_tree(*std::move(root), directory, overrides);
}

Result<Scenario> read_scenario_to_plan(const Source& source, const std::vector<Override>& overrides) {
  Issues issues;
  std::optional<YamlNode> root = parse_yaml(source.text, source.origin, issues);
  if (!root) return issues;
  return read_tree(*std::move(root), source.directory, overrides, Chooses::kSharing);
}

Result<Scenario> read_scenario(const Source& source, const std::vector<Override>& overrides) {
  return read_scenario(source.text, source.origin, source.directory, overrides);
}

struct SourceTree::Tree {
  YamlNode root;
  std::string directory;
};

Result<SourceTree> SourceTree::parse(const Source& source) {
  Issues issues;
  std::optional<YamlNode> root = parse_yaml(source.text, source.origin, issues);
  if (!root) return issues;
  return SourceTree{std::make_shared<const Tree>(Tree{*std::move(root), source.directory})};
}

Result<Scenario> SourceTree::read(const std::vector<Override>& overrides) const {
  return read_tree(tree_->root, tree_->directory, overrides);
}

Result<Source> load_scenario_file(const std::string& path) {
  // A pipe is welcome here: `slicewise simulate <(generate)`.
  Result<std::string> text = read_text_file(path, kLongestText, false);
  if (!text) return text.error();
  return Source{*std::move(text), path, std::filesystem::path{path}.parent_path().string()};
}

Result<Scenario> read_scenario_file(const std::string& path, const std::vector<Override>& overrides) {
  const Result<Source> source = load_scenario_file(path);
  if (!source) return source.error();
  return read_scenario(*source, overrides);
}

}  // namespace libsched::scenario
