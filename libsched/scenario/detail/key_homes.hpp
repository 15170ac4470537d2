#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace libsched::scenario::detail {

/// A map of the scenario file and every key that it may have, whatever its mode or kind.
struct Section {
  std::string_view path;  ///< `workloads[].request`; empty for the file itself
  std::vector<std::string> keys;
};

/// The sections whose keys have a meaning of their own. Those of laws (`mean`, `low`) depend on their `dist`.
std::span<const Section> sections();

/// The keys of the section at `path`, which is one of sections().
const std::vector<std::string>& keys_of(std::string_view path);

/// "`workloads[2].arrivals`": the sections that have `key`, which the one at `path` does not; those of the same
/// workload alone, if there are any. Empty where there is none, and where `path` with its `known` keys is no section.
std::string homes_of(const std::string& key, const std::string& path, const std::vector<std::string>& known);

}  // namespace libsched::scenario::detail
