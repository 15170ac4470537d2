#pragma once

#include <string>
#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::scenario::test {

/// The smallest file that is right.
inline const std::string kSmallest = R"(version: 1
gpu: {model: T4}
workloads:
  - name: detector
    arrivals: {kind: poisson, rate_per_s: 15}
    request: {gpu_ms: 8.0}
)";

inline Result<Scenario> read(const std::string& text, const std::vector<Override>& overrides = {}) {
  return read_scenario(text, "t.yaml", "", overrides);
}

/// The smallest file with one value replaced or added.
inline Result<Scenario> with(const std::string& path, const std::string& value) {
  return read(kSmallest, {{path, value}});
}

/// "where: what; fix" of every issue, one a line; empty where there is none.
inline std::string issues(const Result<Scenario>& result) {
  std::string text;
  if (result) return text;
  for (const Issue& issue : result.error()) text += issue.where + ": " + issue.what + "; " + issue.fix + "\n";
  return text;
}

}  // namespace libsched::scenario::test
