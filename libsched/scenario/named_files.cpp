#include <libsched/scenario/named_files.hpp>

#include <filesystem>
#include <optional>

#include <libsched/scenario/detail/override.hpp>
#include <libsched/scenario/detail/yaml_tree.hpp>

namespace libsched::scenario {
namespace {

using detail::YamlNode;

void collect(const YamlNode& node, const std::filesystem::path& directory, std::vector<std::string>& files) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const YamlNode& item = node.items[i];
    const bool names_a_file = i < node.keys.size() && (node.keys[i].text == "file" || node.keys[i].text == "profile");
    if (names_a_file && item.kind == YamlNode::Kind::kScalar && !item.text.empty()) {
      files.push_back((directory / item.text).string());
    }
    collect(item, directory, files);
  }
}

}  // namespace

std::vector<std::string> named_files(const Source& source, const std::vector<Override>& overrides) {
  Issues ignored;  // the reader of the scenario tells them
  std::vector<std::string> files;
  std::optional<YamlNode> root = detail::parse_yaml(source.text, source.origin, ignored);
  if (!root) return files;
  if (root->kind == YamlNode::Kind::kMap) detail::apply_overrides(*root, overrides, ignored);
  collect(*root, source.directory, files);
  return files;
}

}  // namespace libsched::scenario
