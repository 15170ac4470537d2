#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario {

/// A source parsed once, for many scenarios that differ in their overrides.
class SourceTree {
 public:
  /// Issues: what keeps the text from being a document at all.
  static Result<SourceTree> parse(const Source& source);
  /// As `read_scenario` of the same source and overrides.
  Result<Scenario> read(const std::vector<Override>& overrides) const;

 private:
  struct Tree;
  explicit SourceTree(std::shared_ptr<const Tree> tree) : tree_{std::move(tree)} {}
  std::shared_ptr<const Tree> tree_;
};

}  // namespace libsched::scenario
