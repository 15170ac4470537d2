#include "output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <libsched/base/link_target.hpp>
#include <libsched/hw/catalog_files.hpp>

namespace slicewise {
namespace {

namespace fs = std::filesystem;
using libsched::Issue;
using libsched::Issues;
using libsched::NamedPath;

Issue issue(std::string_view option, const std::string& path, const std::string& what) {
  return {fmt::format("{} {}", option, path), what, "choose a file that can be written"};
}

/// Makes a file and removes it again: permissions alone do not say it, for root and on some file systems.
bool takes_files(const fs::path& folder) {
  std::string trial = (folder / ".slicewise-XXXXXX").string();
  const int file = ::mkstemp(trial.data());
  return file >= 0 && ::close(file) == 0 && ::unlink(trial.c_str()) == 0;
}

/// 0, or the errno of what failed. A full disk may show only at the end.
int write_whole(const fs::path& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return errno;
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  return !written ? error : closed ? 0 : errno;
}

/// A problem with writing to `path` that can be known beforehand; `option` names it.
std::optional<Issue> problem_with_output(std::string_view option, const std::string& path) {
  std::error_code error;
  if (path.empty()) return issue(option, path, "has no name");
  if (fs::is_directory(path, error)) return issue(option, path, "is a folder");
  const fs::path target = libsched::link_target(path);
  const fs::path folder = target.parent_path().empty() ? "." : target.parent_path();
  const bool there = fs::exists(path, error);
  if (error) return issue(option, path, fmt::format("cannot be written: {}", error.message()));  // links in a circle
  if (!there && !fs::is_directory(folder, error)) {
    return issue(option, path, fmt::format("the folder {} does not exist", folder.string()));
  }
  const bool writable = there ? ::access(path.c_str(), W_OK) == 0 : takes_files(folder);
  if (!writable) return issue(option, path, fmt::format("cannot be written: {}", std::strerror(errno)));
  return std::nullopt;
}

}  // namespace

Issues overwritten_by(const std::vector<NamedPath>& outputs, std::vector<NamedPath> inputs) {
  for (const std::string& file : libsched::hw::catalog_files()) inputs.push_back({"the catalogue's file", file});
  // Where stdout is a file, it would lose the result to the file that takes its name.
  std::vector<NamedPath> all{{"standard output", "/dev/fd/1"}};
  all.insert(all.end(), outputs.begin(), outputs.end());
  Issues issues = libsched::overwriting(all, inputs);
  std::erase_if(issues,
                [&](const Issue& one) { return one.where.starts_with(all.front().name); });  // the shell's doing
  return issues;
}

Issues problems_with_outputs(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs) {
  Issues issues;
  for (const NamedPath& output : outputs) {
    if (output.path.empty()) continue;
    if (auto problem = problem_with_output(output.name, output.path)) issues.push_back(*std::move(problem));
  }
  for (Issue& issue : overwritten_by(outputs, inputs)) issues.push_back(std::move(issue));
  return issues;
}

std::optional<Issue> write_output(std::string_view option, const std::string& path, std::string_view text) {
  std::error_code error;
  const fs::path target = libsched::link_target(path);
  const bool there = fs::exists(path, error);
  if (error) return issue(option, path, fmt::format("cannot be written: {}", error.message()));
  const auto failed = [&](int number) {
    return issue(option, path, fmt::format("cannot be written: {}", std::strerror(number)));
  };
  // A device or a pipe is written to, not replaced, and so is a file in a folder that takes no other. The reader of a
  // pipe may leave early.
  const auto in_place = [&]() -> std::optional<Issue> {
    const int number = write_whole(path, text);
    return number == 0 || number == EPIPE ? std::nullopt : std::optional{failed(number)};
  };
  if (there && !fs::is_regular_file(path, error)) return in_place();
  const fs::path beside{fmt::format("{}.{}.part", target.string(), ::getpid())};
  if (const int number = write_whole(beside, text); number != 0) {
    fs::remove(beside, error);
    return there && (number == EACCES || number == EROFS) ? in_place() : std::optional{failed(number)};
  }
  if (there) fs::permissions(beside, fs::status(target, error).permissions(), error);
  fs::rename(beside, target, error);
  if (!error) return std::nullopt;
  const int number = error.value();
  fs::remove(beside, error);
  return failed(number);
}

}  // namespace slicewise
