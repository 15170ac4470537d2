#include <libsched/hw/detail/gpu_names.hpp>

#include <cctype>

namespace libsched::hw::detail {
namespace {

void drop_front(std::string& key, std::string_view word) {
  if (key.size() > word.size() && key.starts_with(word)) key.erase(0, word.size());
}

}  // namespace

std::string gpu_key(std::string_view name) {
  std::string key;
  for (const char c : name) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') continue;
    key.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
  }
  if (key.ends_with("shared")) key.resize(key.size() - std::string_view{"shared"}.size());
  if (const auto mig = key.find("mig"); mig != std::string::npos) key.resize(mig);
  for (const std::string_view word : {"nvidia", "tesla", "geforce", "quadro"}) drop_front(key, word);
  return key;
}

}  // namespace libsched::hw::detail
