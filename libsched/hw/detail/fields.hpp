#pragma once

#include <optional>
#include <string>
#include <vector>

#include <yaml-cpp/yaml.h>

#include <libsched/base/estimate.hpp>
#include <libsched/base/result.hpp>

namespace libsched::hw::detail {

enum class Allowed { kPositive, kNonNegative };

/// Reads the fields of one YAML mapping by name. Every problem becomes an issue at `origin:line`, so that one pass
/// finds them all; what `finish` has not seen asked for is an unknown key.
class Fields {
 public:
  /// `what` names the mapping in issues: "profile A100".
  Fields(const YAML::Node& node, std::string what, std::string origin, Issues& issues);

  bool is_mapping() const { return node_.IsDefined() && node_.IsMap(); }
  bool has(const std::string& key) const { return find(key) != nullptr; }
  /// The field's node; undefined if absent, which is an issue if it is `required`.
  YAML::Node node(const std::string& key, bool required = false);
  std::optional<double> number(const std::string& key, Allowed allowed, bool required = false);
  std::optional<std::string> text(const std::string& key, bool required = false);
  std::optional<bool> boolean(const std::string& key);
  /// A plain number is exact; of a mapping {low, nominal, high, source} only `nominal` must be there.
  std::optional<Estimate> estimate(const std::string& key, Allowed allowed, bool required = false);
  /// Reports keys that nobody asked for and keys given twice.
  void finish();

  void problem(const YAML::Node& at, std::string text, std::string fix);

 private:
  /// One key of the mapping, in the order of the text: YAML::Node compares by text streams, slowly, at every look.
  struct Entry {
    std::string key;
    YAML::Node key_node;
    YAML::Node value;
  };

  const YAML::Node* find(const std::string& key) const;
  std::optional<double> number_of(const YAML::Node& value, const std::string& key, Allowed allowed);

  YAML::Node node_;
  std::vector<Entry> entries_;
  std::string what_;
  std::string origin_;
  Issues& issues_;
  std::vector<std::string> asked_;
};

/// "origin:line" of a node, or `origin` where the node has no place in the text.
std::string place(const std::string& origin, const YAML::Node& node);

/// The one document of `text`, which must be a mapping; otherwise undefined and one issue.
YAML::Node parse_mapping(std::string_view text, const std::string& origin, Issues& issues);

}  // namespace libsched::hw::detail
