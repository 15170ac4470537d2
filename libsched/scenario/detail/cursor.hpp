#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <libsched/base/result.hpp>
#include <libsched/scenario/detail/yaml_tree.hpp>

namespace libsched::scenario::detail {

/// Collects what is wrong and what is worth saying. Past a thousand it only counts, so a broken megabyte stays
/// readable.
class Log {
 public:
  void error(Issue issue);
  void note(std::string where, std::string what, std::string fix);
  bool failed() const { return !errors_.empty(); }
  /// True once further errors are only counted: wording them would be wasted.
  bool full() const;
  const Issues& notes() const { return notes_; }
  /// All errors; the last line counts those that were left out.
  Issues errors() const;

 private:
  Issues errors_;
  Issues notes_;
  std::size_t left_out_ = 0;
};

/// The numbers a key takes.
struct Range {
  double low = 0;
  double high = 0;
  bool above_low = false;  ///< `low` itself is not allowed
  bool contains(double value) const { return (above_low ? value > low : value >= low) && value <= high; }
  std::string text() const;
};

/// One value of the file with its path and place. Its readers report every problem in the same words and then return
/// nothing; a caller that gets nothing has nothing to add.
class Cursor {
 public:
  Cursor(const YamlNode& node, std::string path, Log& log) : node_{&node}, path_{std::move(path)}, log_{&log} {}

  const std::string& path() const { return path_; }
  std::string where() const { return node_->where(); }
  Log& log() const { return *log_; }
  const YamlNode& node() const { return *node_; }
  bool is_map() const { return node_->kind == YamlNode::Kind::kMap; }
  bool is_list() const { return node_->kind == YamlNode::Kind::kList; }
  /// A plain scalar that reads as this word: `auto`.
  bool is_word(const char* word) const { return node_->kind == YamlNode::Kind::kScalar && node_->text == word; }

  /// Reports "`path` WHAT".
  void error(const std::string& what, const std::string& fix) const;
  void wrong_type(const std::string& wanted) const;

  std::optional<double> number(const Range& range) const;
  std::optional<int> whole(int low, int high) const;
  std::optional<std::uint64_t> whole64(std::uint64_t low, std::uint64_t high) const;
  /// Text that is not empty, of at most 253 bytes, without control characters.
  std::optional<std::string> text() const;
  /// The index of one of `words`.
  std::optional<std::size_t> choice(const std::vector<std::string>& words) const;
  std::optional<std::vector<Cursor>> list(std::size_t least, std::size_t most) const;
  std::optional<std::vector<double>> numbers(std::size_t least, std::size_t most, const Range& range) const;

 private:
  std::optional<double> plain_number() const;
  const YamlNode* node_;
  std::string path_;
  Log* log_;
};

/// The keys of a map. Reports a value that is no map, and repeated keys.
class Fields {
 public:
  explicit Fields(const Cursor& map);
  explicit operator bool() const { return map_.is_map(); }
  /// Reports every key that is none of `known`, with the place where it belongs or the nearest one.
  void only(const std::vector<std::string>& known) const;
  bool has(const std::string& key) const { return find(key).has_value(); }
  std::optional<Cursor> find(const std::string& key) const;
  /// The same, and reports a key that is missing.
  std::optional<Cursor> need(const std::string& key, const std::string& fix) const;
  /// Every key with its value, in the order of the file.
  std::vector<std::pair<std::string, Cursor>> all() const;
  const Cursor& map() const { return map_; }

 private:
  Cursor at(std::size_t index) const;
  std::string place(std::size_t index) const;
  Cursor map_;
};

/// "a, b, c" for messages.
std::string listed(const std::vector<std::string>& words);

}  // namespace libsched::scenario::detail
