#pragma once

#include <vector>

#include <libsched/scenario/detail/yaml_tree.hpp>
#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario::detail {

/// Replaces or adds the values that `overrides` name, before anything is checked. What an override wrote is placed at
/// "--set PATH" in later issues. Maps on the way that do not exist are created; a list never grows, and `null` in the
/// place of an entry takes the entry out.
void apply_overrides(YamlNode& root, const std::vector<Override>& overrides, Issues& issues);

}  // namespace libsched::scenario::detail
