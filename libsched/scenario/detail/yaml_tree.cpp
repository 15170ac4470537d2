#include <libsched/scenario/detail/yaml_tree.hpp>

#include <algorithm>
#include <exception>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <libsched/scenario/detail/text_check.hpp>

namespace libsched::scenario::detail {
namespace {

constexpr std::size_t kDeepest = 50;
constexpr std::size_t kMostNodes = 100'000;  // with aliases expanded: "billion laughs" ends here

/// Leaves the parser from inside its callbacks; never seen outside this file.
struct Stop {
  int line;
  std::string what;
  std::string fix;
};

/// Builds the tree from the parser's events. Its own node type would share aliased nodes, allow cycles and lose lines.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::shared_ptr<const std::string> source, bool has_lines)
      : source_{std::move(source)}, has_lines_{has_lines} {}

  YamlNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw Stop{line(mark), "a second document starts here", "give one document in a file"};
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(make(mark, YamlNode::Kind::kNull), anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = make(mark, YamlNode::Kind::kScalar);
    node.text = value;
    node.plain = tag == "?" || tag.empty() || tag == "tag:yaml.org,2002:int" || tag == "tag:yaml.org,2002:float";
    add(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) {
      throw Stop{line(mark), "this alias stands inside the value that it names", "write the value out"};
    }
    count(mark, size(found->second));
    if (stack_.size() + depth(found->second) > kDeepest) throw too_deep(mark);
    add(found->second, 0);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, YamlNode::Kind::kList, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, YamlNode::Kind::kMap, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor;
  };

  static Stop too_deep_at(int at) {
    return {at, fmt::format("values are nested more than {} deep", kDeepest), "a scenario needs far fewer levels"};
  }
  Stop too_deep(const YAML::Mark& mark) const { return too_deep_at(line(mark)); }
  int line(const YAML::Mark& mark) const { return has_lines_ ? mark.line + 1 : 0; }
  static std::size_t size(const YamlNode& node) {
    std::size_t sum = 1;
    for (const YamlNode& item : node.items) sum += size(item);
    return sum;
  }
  static std::size_t depth(const YamlNode& node) {
    std::size_t deepest = 0;
    for (const YamlNode& item : node.items) deepest = std::max(deepest, depth(item));
    return deepest + 1;
  }

  void count(const YAML::Mark& mark, std::size_t more) {
    nodes_ += more;
    if (nodes_ > kMostNodes) {
      throw Stop{line(mark), fmt::format("the text has more than {} values (aliases written out)", kMostNodes),
                 "put long lists of numbers into a file of their own"};
    }
  }
  YamlNode make(const YAML::Mark& mark, YamlNode::Kind kind) {
    count(mark, 1);
    YamlNode node;
    node.kind = kind;
    node.line = line(mark);
    node.source = source_;
    return node;
  }
  void open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor) {
    if (stack_.size() >= kDeepest) throw too_deep(mark);
    if (expects_key()) throw bad_key(line(mark));
    stack_.push_back({make(mark, kind), anchor});
  }
  void close() {
    Open done = std::move(stack_.back());
    stack_.pop_back();
    add(std::move(done.node), done.anchor);
  }
  bool expects_key() const {
    return !stack_.empty() && stack_.back().node.kind == YamlNode::Kind::kMap &&
           stack_.back().node.keys.size() == stack_.back().node.items.size();
  }
  static Stop bad_key(int at) { return {at, "a key is not a word", "keys are single words, as in `pods: 4`"}; }
  void add(YamlNode node, YAML::anchor_t anchor) {
    if (anchor != 0) {
      nodes_ += size(node);  // the copy below
      anchored_[anchor] = node;
    }
    if (stack_.empty()) {
      root_ = std::move(node);
    } else if (expects_key()) {
      if (node.kind != YamlNode::Kind::kScalar) throw bad_key(node.line);
      stack_.back().node.keys.push_back({std::move(node.text), node.line});
    } else {
      stack_.back().node.items.push_back(std::move(node));
    }
  }

  std::shared_ptr<const std::string> source_;
  bool has_lines_;
  int documents_ = 0;
  std::size_t nodes_ = 0;
  YamlNode root_;
  std::vector<Open> stack_;
  std::map<YAML::anchor_t, YamlNode> anchored_;
};

/// True where line `number` (from 1) starts with a tab somewhere in its indentation.
bool indented_by_tab(const std::string& text, int number) {
  std::size_t at = 0;
  for (int line = 1; line < number && at != std::string::npos; ++line) {
    at = text.find('\n', at);
    if (at != std::string::npos) ++at;
  }
  if (at == std::string::npos) return false;
  const std::size_t begin = text.find_first_not_of(' ', at);
  return begin != std::string::npos && text[begin] == '\t';
}

std::optional<YamlNode> parse(const std::string& text, const std::string& source, bool has_lines, Issues& issues) {
  const auto fail = [&](int line, std::string what, std::string fix) {
    // An option is one short value: a bracket or quote left open explains whatever the parser stumbled over.
    if (const auto open = has_lines ? std::nullopt : find_unclosed(text)) {
      what = open->what;
      fix = open->fix;
    }
    issues.push_back({line > 0 ? fmt::format("{}:{}", source, line) : source, std::move(what), std::move(fix)});
    return std::nullopt;
  };
  if (text.size() > kLongestText) {
    return fail(0, "the text is longer than 4 MiB", "put long lists of numbers into a file of their own");
  }
  if (std::optional<Issue> unreadable = find_unreadable(text, source)) {
    issues.push_back(*std::move(unreadable));
    return std::nullopt;
  }
  try {
    std::istringstream in{text};
    YAML::Parser parser{in};
    TreeBuilder builder{std::make_shared<const std::string>(source), has_lines};
    if (!parser.HandleNextDocument(builder)) {
      return fail(has_lines ? 1 : 0, "the text is empty", has_lines ? "start with `version: 1`" : "give a value");
    }
    parser.HandleNextDocument(builder);  // stops where a second document starts
    return builder.take();
  } catch (const Stop& stop) {
    return fail(stop.line, stop.what, stop.fix);
  } catch (const YAML::Exception& error) {
    if (const std::string joined = with_pairs_joined(text); joined != text) {
      return parse(joined, source, has_lines, issues);
    }
    const int line = has_lines ? error.mark.line + 1 : 0;
    const bool tab = indented_by_tab(text, error.mark.line + 1) || indented_by_tab(text, error.mark.line);
    return fail(line, "this is not YAML: " + error.msg,
                tab ? "indent with blanks; YAML allows no tabs there" : "mend the text here or just before");
  } catch (const std::exception& error) {
    return fail(0, fmt::format("this is not YAML: {}", error.what()), "mend the text");
  }
}

}  // namespace

std::optional<YamlNode> parse_yaml(const std::string& text, const std::string& source, Issues& issues) {
  return parse(text, source, true, issues);
}

std::optional<YamlNode> parse_yaml_option(const std::string& text, const std::string& option, Issues& issues) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!text.empty() && digit(text.front()) && digit(text.back()) && text.size() < 32 &&
      text.find_first_not_of("0123456789.eE+-") == std::string::npos) {
    YamlNode number;  // most values are: the parser would say the same, hundreds of times slower
    number.kind = YamlNode::Kind::kScalar;
    number.plain = true;
    number.source = std::make_shared<const std::string>(option);
    number.text = text;
    return number;
  }
  return parse(text, option, false, issues);
}

}  // namespace libsched::scenario::detail
