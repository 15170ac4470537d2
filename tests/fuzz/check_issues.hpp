#pragma once

#include <cstdlib>

#include <libsched/base/result.hpp>

/// Every issue has a place and says something.
inline void check(const libsched::Issues& issues) {
  for (const libsched::Issue& issue : issues) {
    if (issue.where.empty() || issue.what.empty()) std::abort();
  }
}

/// Whatever the bytes, a reader ends with a value or with issues.
template <class T>
void check(const libsched::Result<T>& result) {
  if (result) return;
  if (result.error().empty()) std::abort();
  check(result.error());
}
