#include <libsched/hw/detail/fields.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <libsched/base/nearest.hpp>

namespace libsched::hw::detail {

std::string place(const std::string& origin, const YAML::Node& node) {
  const YAML::Mark mark = node.Mark();
  return mark.is_null() ? origin : origin + ":" + std::to_string(mark.line + 1);
}

namespace {

/// Looks for a second document and for nesting without end before a tree is built. YAML::LoadAll would do for the
/// first, but never returns where a document starts with a comma.
class Look final : public YAML::EventHandler {
 public:
  std::optional<YAML::Mark> second;

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0 && !second) second = mark;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark);
  }
  void OnMapEnd() override { --depth_; }

 private:
  void open(const YAML::Mark& mark) {
    constexpr int kDeepest = 50;
    if (++depth_ > kDeepest) throw YAML::ParserException{mark, "values are nested too deep"};
  }

  int documents_ = 0;
  int depth_ = 0;
};

/// What a key that is no text is called in issues.
constexpr const char* kNoText = "(not a text)";

}  // namespace

YAML::Node parse_mapping(std::string_view text, const std::string& origin, Issues& issues) {
  try {
    std::istringstream in{std::string{text}};
    YAML::Parser parser{in};
    Look look;
    if (parser.HandleNextDocument(look)) parser.HandleNextDocument(look);
    if (look.second) {
      issues.push_back({origin + ":" + std::to_string(look.second->line + 1), "a second YAML document begins here",
                        "keep one document a file"});
      return YAML::Node{YAML::NodeType::Undefined};
    }
    const YAML::Node root = YAML::Load(std::string{text});
    if (root.IsMap()) return root;
    issues.push_back({origin + ":1", "this is not a YAML mapping", "start it with 'key: value' lines"});
  } catch (const YAML::Exception& error) {
    const std::string line = error.mark.is_null() ? "1" : std::to_string(error.mark.line + 1);
    issues.push_back({origin + ":" + line, "this is not valid YAML: " + error.msg, "mend the syntax"});
  }
  return YAML::Node{YAML::NodeType::Undefined};
}

Fields::Fields(const YAML::Node& node, std::string what, std::string origin, Issues& issues)
    : node_{node}, what_{std::move(what)}, origin_{std::move(origin)}, issues_{issues} {
  if (!is_mapping()) {
    problem(node_, what_ + " is not a mapping", "write it as {key: value, ...}");
    return;
  }
  for (const auto& entry : node_) {
    entries_.push_back(
        {entry.first.IsScalar() ? entry.first.Scalar() : std::string{kNoText}, entry.first, entry.second});
  }
}

void Fields::problem(const YAML::Node& at, std::string text, std::string fix) {
  issues_.push_back({place(origin_, at), std::move(text), std::move(fix)});
}

const YAML::Node* Fields::find(const std::string& key) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.key == key; });
  return found == entries_.end() ? nullptr : &found->value;
}

YAML::Node Fields::node(const std::string& key, bool required) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.push_back(key);
  if (const YAML::Node* value = find(key)) return *value;
  if (required && is_mapping()) problem(node_, what_ + " has no '" + key + "'", "add '" + key + "'");
  return YAML::Node{YAML::NodeType::Undefined};
}

std::optional<double> Fields::number_of(const YAML::Node& value, const std::string& key, Allowed allowed) {
  double number = 0;
  if (!value.IsScalar() || !YAML::convert<double>::decode(value, number) || !std::isfinite(number)) {
    problem(value, "'" + key + "' of " + what_ + " is not a number", "give one finite number");
    return std::nullopt;
  }
  if (number < 0 || (allowed == Allowed::kPositive && number == 0)) {
    const bool positive = allowed == Allowed::kPositive;
    problem(value, "'" + key + "' of " + what_ + " is " + value.Scalar() + ", must be " + (positive ? "> 0" : ">= 0"),
            positive ? "give a number above 0" : "give 0 or a number above it");
    return std::nullopt;
  }
  return number;
}

std::optional<double> Fields::number(const std::string& key, Allowed allowed, bool required) {
  const YAML::Node value = node(key, required);
  return value.IsDefined() ? number_of(value, key, allowed) : std::nullopt;
}

std::optional<std::string> Fields::text(const std::string& key, bool required) {
  const YAML::Node value = node(key, required);
  if (!value.IsDefined()) return std::nullopt;
  if (value.IsScalar()) return value.Scalar();
  problem(value, "'" + key + "' of " + what_ + " is not a text", "give one text");
  return std::nullopt;
}

std::optional<bool> Fields::boolean(const std::string& key) {
  const YAML::Node value = node(key);
  if (!value.IsDefined()) return std::nullopt;
  bool result = false;
  if (value.IsScalar() && YAML::convert<bool>::decode(value, result)) return result;
  problem(value, "'" + key + "' of " + what_ + " is not true or false", "write true or false");
  return std::nullopt;
}

std::optional<Estimate> Fields::estimate(const std::string& key, Allowed allowed, bool required) {
  const YAML::Node value = node(key, required);
  if (!value.IsDefined()) return std::nullopt;
  if (!value.IsMap()) {
    const auto number = number_of(value, key, allowed);
    return number ? std::optional{Estimate::exact(*number, place(origin_, value))} : std::nullopt;
  }
  const std::size_t before = issues_.size();
  Fields fields{value, "'" + key + "' of " + what_, origin_, issues_};
  const auto nominal = fields.number("nominal", allowed, true);
  const auto low = fields.number("low", allowed);
  const auto high = fields.number("high", allowed);
  const auto source = fields.text("source");
  fields.finish();
  if (issues_.size() > before) return std::nullopt;
  Estimate result{low.value_or(*nominal), *nominal, high.value_or(*nominal), source.value_or(place(origin_, value))};
  if (result.low > result.nominal || result.nominal > result.high) {
    problem(value, "'" + key + "' of " + what_ + " does not have low <= nominal <= high", "put the three in order");
    return std::nullopt;
  }
  return result;
}

void Fields::finish() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto& [key, key_node, value] = entries_[i];
    const auto first = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.key == key; });
    if (first != entries_.begin() + static_cast<std::ptrdiff_t>(i)) {
      problem(key_node, "'" + key + "' is given twice in " + what_, "remove one of the two");
    }
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    const std::string near = nearest(key, asked_);
    std::string fix = "did you mean '" + near + "'?";
    if (near.empty()) {
      fix = "known keys: ";
      for (const std::string& one : asked_) fix += (&one == &asked_.front() ? "" : ", ") + one;
    }
    problem(key_node, "unknown key '" + key + "' in " + what_, std::move(fix));
  }
}

}  // namespace libsched::hw::detail
