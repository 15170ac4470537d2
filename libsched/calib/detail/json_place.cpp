#include <libsched/calib/detail/json_place.hpp>

#include <cmath>

#include <fmt/format.h>

namespace libsched::calib::detail {

void JsonPlace::problem(std::string what, std::string fix) const {
  constexpr std::size_t kMost = 100;  // a file that is wrong throughout says so once
  // The document itself begins on line 1; within it a JSON pointer is the place.
  if (issues_.size() < kMost) {
    issues_.push_back({where_.ends_with(':') ? where_ + "1" : where_, std::move(what), std::move(fix)});
  }
}

bool JsonPlace::object(const char* what) const {
  if (value_.is_object()) return true;
  problem(fmt::format("{} is no object", what), "write it as {\"key\": value, ...}");
  return false;
}

std::optional<JsonPlace> JsonPlace::find(const char* key, bool required) const {
  const auto found = value_.find(key);
  if (found != value_.end() && !found->is_null()) return JsonPlace{*found, where_ + "/" + key, issues_};
  if (required) problem(fmt::format("has no \"{}\"", key), fmt::format("add \"{}\"", key));
  return std::nullopt;
}

JsonPlace JsonPlace::item(std::size_t index) const {
  return {value_[index], fmt::format("{}/{}", where_, index), issues_};
}

std::optional<std::string> JsonPlace::text(std::size_t longest) const {
  if (!value_.is_string()) {
    problem("is no text", "give a text in quotes");
    return std::nullopt;
  }
  const auto& text = value_.get_ref<const std::string&>();
  if (text.size() <= longest) return text;
  problem(fmt::format("is a text of {} bytes", text.size()), fmt::format("give at most {}", longest));
  return std::nullopt;
}

std::optional<double> JsonPlace::number(double low, double high) const {
  if (!value_.is_number()) {
    problem("is no number", "give one number");
    return std::nullopt;
  }
  const double number = value_.get<double>();
  if (number >= low && number <= high) return number;
  problem(fmt::format("is {:g}, outside {:g} .. {:g}", number, low, high), "measure again, or mend the file");
  return std::nullopt;
}

bool JsonPlace::array(std::size_t most) const {
  if (!value_.is_array()) {
    problem("is no list", "write it as [..]");
    return false;
  }
  if (value_.size() <= most) return true;
  problem(fmt::format("has {} entries", value_.size()), fmt::format("give at most {}", most));
  return false;
}

std::string JsonPlace::text_or_empty(const char* key) const {
  const auto found = find(key);
  return found ? found->text().value_or("") : "";
}

std::optional<double> JsonPlace::number_if(const char* key, double low, double high) const {
  const auto found = find(key);
  return found ? found->number(low, high) : std::nullopt;
}

}  // namespace libsched::calib::detail
