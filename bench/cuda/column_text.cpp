#include "column_text.hpp"

#include <cstring>

namespace slicewise::bench::cuda {
namespace {

void put_number(std::string& text, std::int64_t x) {
  char bytes[sizeof x];
  std::memcpy(bytes, &x, sizeof x);
  text.append(bytes, sizeof x);
}

std::int64_t take_number(std::string_view& text) {
  std::int64_t x = 0;
  std::memcpy(&x, text.data(), sizeof x);
  text.remove_prefix(sizeof x);
  return x;
}

}  // namespace

std::string columns_to_text(const Columns& columns) {
  std::string text;
  for (const auto& [name, values] : columns) {
    put_number(text, static_cast<std::int64_t>(name.size()));
    text += name;
    put_number(text, static_cast<std::int64_t>(values.size()));
    for (const std::int64_t x : values) put_number(text, x);
  }
  return text;
}

Columns columns_from_text(std::string_view text) {
  Columns columns;
  while (!text.empty()) {
    const auto length = static_cast<std::size_t>(take_number(text));
    std::vector<std::int64_t>& values = columns[std::string{text.substr(0, length)}];
    text.remove_prefix(length);
    values.resize(static_cast<std::size_t>(take_number(text)));
    for (std::int64_t& x : values) x = take_number(text);
  }
  return columns;
}

}  // namespace slicewise::bench::cuda
