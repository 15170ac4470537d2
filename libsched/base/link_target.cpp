#include <libsched/base/link_target.hpp>

#include <system_error>

namespace libsched {

std::filesystem::path link_target(std::filesystem::path path) {
  namespace fs = std::filesystem;
  constexpr int kLongestChain = 40;  // as Linux has it; what goes in circles stays as it is, and opening it says so
  for (int step = 0; step < kLongestChain; ++step) {
    std::error_code error;
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;                  // no link
    path = path.parent_path() / next;  // `next` alone where it is absolute
  }
  return path;
}

}  // namespace libsched
