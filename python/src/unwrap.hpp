#pragma once

#include <utility>

#include <pybind11/pybind11.h>

#include <libsched/base/result.hpp>
#include <libsched/hw/catalog.hpp>

namespace slicewise_python {

/// The issues as a list of slicewise.Issue.
pybind11::list issue_list(const libsched::Issues& issues);

/// Raises slicewise.ScenarioError with these issues.
[[noreturn]] void raise(const libsched::Issues& issues);

/// The value, or slicewise.ScenarioError: the one place where wrong input becomes an exception.
template <class T>
T unwrap(libsched::Result<T> result) {
  // An answer from another catalogue than the one that was asked for would look like any other.
  if (const libsched::Issues& wrong = libsched::hw::catalog_issues(); !wrong.empty()) raise(wrong);
  if (!result) raise(result.error());
  return std::move(result).value();
}

}  // namespace slicewise_python
