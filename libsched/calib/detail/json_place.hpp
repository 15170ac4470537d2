#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <libsched/base/result.hpp>

namespace libsched::calib::detail {

/// A value of a JSON document and where it stands. What is wrong with it becomes an issue at `origin:/pointer`, so that
/// one pass finds everything.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, std::string where, Issues& issues)
      : value_{value}, where_{std::move(where)}, issues_{issues} {}

  const nlohmann::json& value() const { return value_; }
  bool object(const char* what) const;
  /// The member, null where it is missing or null; missing is an issue if it is `required`.
  std::optional<JsonPlace> find(const char* key, bool required = false) const;
  JsonPlace item(std::size_t index) const;

  /// At most `longest` bytes.
  std::optional<std::string> text(std::size_t longest = 1000) const;
  std::optional<double> number(double low, double high) const;
  /// An array of at most `most` items.
  bool array(std::size_t most) const;

  /// A member that may be missing or null.
  std::string text_or_empty(const char* key) const;
  std::optional<double> number_if(const char* key, double low, double high) const;

  void problem(std::string what, std::string fix) const;

 private:
  const nlohmann::json& value_;
  std::string where_;
  Issues& issues_;
};

}  // namespace libsched::calib::detail
