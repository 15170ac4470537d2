#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include <libsched/scenario/scenario.hpp>

namespace libsched::test {

/// A scenario from a test's own text, which must be right.
inline scenario::Scenario read(const std::string& yaml, const std::vector<scenario::Override>& overrides = {}) {
  auto scenario = scenario::read_scenario(yaml, "test.yaml", ".", overrides);
  if (!scenario) FAIL(scenario.error().front().where << ": " << scenario.error().front().what);
  return *std::move(scenario);
}

}  // namespace libsched::test
