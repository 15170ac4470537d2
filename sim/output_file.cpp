#include "output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace slicewise {
namespace {

namespace fs = std::filesystem;
using libsched::Issue;

Issue issue(std::string_view option, const std::string& path, const std::string& what) {
  return {fmt::format("{} {}", option, path), what, "choose a file that can be written"};
}

}  // namespace

std::optional<Issue> problem_with_output(std::string_view option, const std::string& path) {
  std::error_code error;
  if (path.empty()) return issue(option, path, "has no name");
  if (fs::is_directory(path, error)) return issue(option, path, "is a folder");
  const fs::path parent = fs::path{path}.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, error)) {
    return issue(option, path, fmt::format("the folder {} does not exist", parent.string()));
  }
  return std::nullopt;
}

std::optional<Issue> write_output(std::string_view option, const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return issue(option, path, fmt::format("cannot be written: {}", std::strerror(errno)));
  bool failed = std::fwrite(text.data(), 1, text.size(), file) != text.size();
  int error = errno;
  if (std::fclose(file) != 0 && !failed) {
    failed = true;
    error = errno;
  }
  if (!failed) return std::nullopt;
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) fs::remove(path, ignored);
  return issue(option, path, fmt::format("cannot be written: {}", std::strerror(error)));
}

std::optional<Issue> replace_output(std::string_view option, const std::string& path, std::string_view text) {
  std::error_code error;
  // A device or a pipe is written to, not replaced.
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return write_output(option, path, text);
  const std::string beside = fmt::format("{}.{}.part", path, ::getpid());
  if (auto problem = write_output(option, beside, text)) {
    problem->where = fmt::format("{} {}", option, path);
    return problem;
  }
  fs::rename(beside, path, error);
  if (!error) return std::nullopt;
  std::error_code ignored;
  fs::remove(beside, ignored);
  return issue(option, path, fmt::format("cannot be written: {}", error.message()));
}

}  // namespace slicewise
