#include <libsched/scenario/detail/override.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <libsched/base/nearest.hpp>
#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::size_t kLongestPath = 1000;
constexpr std::size_t kMostSteps = 32;  // no value of a scenario lies deeper

/// One step of a path: a key, a name in a list, or an index.
struct Step {
  std::string word;
  std::optional<std::size_t> index;
};

/// "workloads[0].pods" as steps; nothing where it is no path.
std::optional<std::vector<Step>> steps(const std::string& path) {
  std::vector<Step> result;
  if (path.size() > kLongestPath) return std::nullopt;
  bool word_expected = true;
  for (std::size_t at = 0; at < path.size();) {
    if (result.size() >= kMostSteps) return std::nullopt;
    if (word_expected) {
      const std::size_t end = std::min(path.find_first_of(".[]", at), path.size());
      if (end == at) return std::nullopt;
      result.push_back({path.substr(at, end - at), std::nullopt});
      at = end;
      word_expected = false;
    } else if (path[at] == '.') {
      ++at;
      word_expected = true;
    } else if (path[at] == '[') {
      std::size_t index = 0;
      const char* last = path.data() + path.size();
      const auto [end, status] = std::from_chars(path.data() + at + 1, last, index);
      if (status != std::errc{} || end == last || *end != ']') return std::nullopt;
      result.push_back({{}, index});
      at = static_cast<std::size_t>(end - path.data()) + 1;
    } else {
      return std::nullopt;
    }
  }
  if (word_expected) return std::nullopt;
  return result;
}

std::optional<std::string> name_of(const YamlNode& item) {
  for (std::size_t i = 0; i < item.keys.size(); ++i) {
    if (item.keys[i].text == "name" && item.items[i].kind == YamlNode::Kind::kScalar) return item.items[i].text;
  }
  return std::nullopt;
}

/// One override on its way down the tree.
class Walk {
 public:
  Walk(const Override& change, const std::string& option, Issues& issues)
      : change_{change}, option_{option}, source_{std::make_shared<const std::string>(option)}, issues_{issues} {}

  void run(YamlNode& root, YamlNode value) {
    const auto path = steps(change_.path);
    if (!path) return fail("this is no path into the scenario", "write it like sharing.replicas or workloads[0].pods");
    YamlNode* node = &root;
    YamlNode* parent = nullptr;
    for (const Step& step : *path) {
      parent = node;
      node = step.index ? entry(*node, *step.index) : child(*node, step.word);
      if (node == nullptr) return;
      so_far_ += step.index ? fmt::format("[{}]", *step.index) : (so_far_.empty() ? "" : ".") + step.word;
    }
    if (value.kind == YamlNode::Kind::kNull && parent->kind == YamlNode::Kind::kList) {
      parent->items.erase(parent->items.begin() + (node - parent->items.data()));
      return;
    }
    *node = std::move(value);
  }

 private:
  void fail(std::string what, std::string fix) { issues_.push_back({option_, std::move(what), std::move(fix)}); }

  YamlNode* entry(YamlNode& node, std::size_t index) {
    if (node.kind != YamlNode::Kind::kList) {
      fail(fmt::format("`{}` is not a list", so_far_), "leave out the index");
      return nullptr;
    }
    if (index >= node.items.size()) {
      fail(fmt::format("`{}` has {} entries, counted from 0", so_far_, node.items.size()),
           node.items.empty() ? "write the list into the file"
                              : fmt::format("give an index up to {}", node.items.size() - 1));
      return nullptr;
    }
    return &node.items[index];
  }

  YamlNode* child(YamlNode& node, const std::string& word) {
    if (node.kind == YamlNode::Kind::kList) return named(node, word);
    if (node.kind == YamlNode::Kind::kNull) {
      node.kind = YamlNode::Kind::kMap;
      node.line = 0;
      node.source = source_;
    }
    if (node.kind != YamlNode::Kind::kMap) {
      fail(fmt::format("`{}` is not a map", so_far_), "give a path whose parent is a map");
      return nullptr;
    }
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (node.keys[i].text == word) return &node.items[i];
    }
    node.keys.push_back({word, 0});
    YamlNode empty;
    empty.source = source_;
    return &node.items.emplace_back(std::move(empty));
  }

  YamlNode* named(YamlNode& list, const std::string& word) {
    std::vector<std::string> names;
    for (YamlNode& item : list.items) {
      const std::optional<std::string> name = name_of(item);
      if (name == word) return &item;
      if (name && names.size() < 100) names.push_back(*name);
    }
    const std::string near = nearest(word, names);
    fail(fmt::format("`{}` has no entry named {}", so_far_, word),
         near.empty() ? "give the name of an entry or an index: " + so_far_ + "[0]"
                      : "did you mean " + shown(near) + "?");
    return nullptr;
  }

  const Override& change_;
  const std::string& option_;
  std::shared_ptr<const std::string> source_;
  Issues& issues_;
  std::string so_far_;
};

}  // namespace

void apply_overrides(YamlNode& root, const std::vector<Override>& overrides, Issues& issues) {
  for (const Override& change : overrides) {
    const std::string option = change.option.empty() ? "--set " + shown(change.path) : change.option;
    if (std::optional<YamlNode> value = parse_yaml_option(change.value, option, issues)) {
      Walk{change, option, issues}.run(root, *std::move(value));
    }
  }
}

}  // namespace libsched::scenario::detail
