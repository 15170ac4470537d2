#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <libsched/base/assert.hpp>

namespace libsched {

enum class Severity { kError, kWarning, kNote };

/// One thing that is wrong with the user's input: the place ("file:line" or an option), what is wrong, how to mend it.
struct Issue {
  std::string where;
  std::string what;
  std::string fix;
  Severity severity = Severity::kError;
};

/// All issues of one input; a reader collects every one before it gives up.
using Issues = std::vector<Issue>;

/// A value, or all the issues that prevent it. Speaks a subset of std::expected.
template <class T>
class Result {
 public:
  using value_type = T;
  Result(T value) : state_{std::move(value)} {}              // NOLINT(google-explicit-constructor)
  Result(Issues issues) : state_{std::move(issues)} {}       // NOLINT(google-explicit-constructor)
  Result(Issue issue) : state_{Issues{std::move(issue)}} {}  // NOLINT(google-explicit-constructor)

  bool has_value() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return has_value(); }
  const T& value() const& {
    LIBSCHED_ASSERT(has_value(), "the caller checks first");
    return std::get<T>(state_);
  }
  T& value() & {
    LIBSCHED_ASSERT(has_value(), "the caller checks first");
    return std::get<T>(state_);
  }
  T&& value() && {
    LIBSCHED_ASSERT(has_value(), "the caller checks first");
    return std::get<T>(std::move(state_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const Issues& error() const { return std::get<Issues>(state_); }

 private:
  std::variant<T, Issues> state_;
};

}  // namespace libsched
