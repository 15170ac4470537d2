// libFuzzer target: what `--set` is given, one PATH=VALUE a line. Only the way down the tree and the value's own YAML:
// what is then checked is scenario_fuzz.cpp's.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <libsched/scenario/detail/override.hpp>

#include "check_issues.hpp"

namespace {

namespace scenario = libsched::scenario;
using scenario::detail::YamlNode;

/// The document that is changed, parsed once.
const YamlNode& document() {
  static const YamlNode root = [] {
    libsched::Issues issues;
    auto parsed = scenario::detail::parse_yaml(
        "version: 1\ngpu: {model: T4}\nsharing:\nworkloads:\n  - {name: a, pods: 1, slo: {p99_ms: 9}}\n  - {name: b}\n",
        "fuzz.yaml", issues);
    if (!parsed) std::abort();
    return *std::move(parsed);
  }();
  return root;
}

/// Every map has as many keys as values, and every value says where it comes from.
void check_tree(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kMap && node.keys.size() != node.items.size()) std::abort();
  if (node.source == nullptr || node.where().empty()) std::abort();
  for (const YamlNode& item : node.items) check_tree(item);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text{reinterpret_cast<const char*>(data), size};
  std::vector<scenario::Override> overrides;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    overrides.push_back({std::string{line.substr(0, equals)}, std::string{line.substr(equals + 1)}});
  }
  YamlNode root = document();
  libsched::Issues issues;
  scenario::detail::apply_overrides(root, overrides, issues);
  if (issues.size() > overrides.size()) std::abort();
  check(issues);
  check_tree(root);
  return 0;
}
