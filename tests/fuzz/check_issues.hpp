#pragma once

#include <cstdlib>

#include <libsched/base/result.hpp>

/// Whatever the bytes, a reader ends with a value or with issues that have a place and say something.
template <class T>
void check(const libsched::Result<T>& result) {
  if (result) return;
  if (result.error().empty()) std::abort();
  for (const libsched::Issue& issue : result.error()) {
    if (issue.where.empty() || issue.what.empty()) std::abort();
  }
}
