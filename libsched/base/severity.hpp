#pragma once

#include <libsched/base/result.hpp>

namespace libsched {

/// "error", "warning" or "note", as documents spell it.
constexpr const char* name(Severity severity) {
  switch (severity) {
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
    case Severity::kError:
      break;
  }
  return "error";
}

}  // namespace libsched
