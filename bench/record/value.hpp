#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace slicewise::bench {

/// A number, a word, or null: what is not known.
class Value {
 public:
  Value() = default;
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> Value(Number number)
      : held_{static_cast<double>(number)} {}            // NOLINT(google-explicit-constructor)
  Value(const char* word) : held_{std::string{word}} {}  // NOLINT(google-explicit-constructor)
  Value(std::string word) : held_{std::move(word)} {}    // NOLINT(google-explicit-constructor)
  const std::variant<std::monostate, double, std::string>& held() const { return held_; }

 private:
  std::variant<std::monostate, double, std::string> held_;
};

/// Named values in the order in which the record shows them.
using Values = std::vector<std::pair<std::string, Value>>;

}  // namespace slicewise::bench
