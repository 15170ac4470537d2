#include <libsched/base/text_file.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace libsched {

Result<std::string> read_text_file(const std::string& path, std::size_t longest, bool regular_only) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (path.empty() || status.type() == fs::file_type::not_found) {
    return Issue{path, "there is no such file", "give the path of a file"};
  }
  if (fs::is_directory(status)) return Issue{path, "this is a folder", "give the path of a file"};
  if (regular_only && !fs::is_regular_file(status)) return Issue{path, "this is not a regular file", "give a file"};
  const Issue too_long{path, "the file is longer than " + std::to_string(longest >> 20) + " MiB", "give a shorter one"};
  // What is known to be too long is not read; a pipe has no length, and some files of the kernel say 0.
  if (fs::is_regular_file(status)) {
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > longest) return too_long;
  }
  std::ifstream in{path, std::ios::binary};
  if (!in) return Issue{path, "the file cannot be opened", "check its permissions"};
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > longest) return too_long;
  }
  if (in.bad()) return Issue{path, "the file cannot be read", "check the disk"};
  return text;
}

}  // namespace libsched
