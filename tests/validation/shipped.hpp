#pragma once

#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <libsched/plan/validate.hpp>

namespace libsched::plan::test {

/// The error table of the shipped cases, predicted once for all tests.
inline const Validation& shipped() {
  static const Validation validation = [] {
    const auto cases = shipped_validation_cases();
    REQUIRE(cases.has_value());
    return validate(*cases);
  }();
  return validation;
}

/// The rows whose case's name starts with `start`.
inline std::vector<ValidationRow> rows(const std::string& start) {
  std::vector<ValidationRow> found;
  for (const ValidationRow& row : shipped().rows) {
    if (row.name.starts_with(start)) found.push_back(row);
  }
  REQUIRE(!found.empty());
  return found;
}

}  // namespace libsched::plan::test
