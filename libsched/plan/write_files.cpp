#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <libsched/base/link_target.hpp>
#include <libsched/plan/plan.hpp>

namespace libsched::plan {
namespace {

namespace fs = std::filesystem;

Issue problem(const fs::path& path, const std::string& what) {
  return {path.string(), what, "choose another place, which can be written"};
}

/// Removes what was made, newest first, unless told that all went well.
class Undo {
 public:
  Undo() = default;
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    if (kept_) return;
    std::error_code ignored;
    for (auto path = made_.rbegin(); path != made_.rend(); ++path) fs::remove(*path, ignored);
  }
  void add(fs::path path) { made_.push_back(std::move(path)); }
  void keep() { kept_ = true; }

 private:
  std::vector<fs::path> made_;
  bool kept_ = false;
};

/// Creates the missing part of `directory`, noting each folder made.
std::optional<Issue> make_directory(const fs::path& directory, Undo& undo) {
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  if (fs::is_directory(status)) return std::nullopt;
  if (fs::exists(status)) return problem(directory, "is not a folder");
  if (directory.has_parent_path() && directory.parent_path() != directory) {
    if (auto issue = make_directory(directory.parent_path(), undo)) return issue;
  }
  if (directory.filename().empty()) return std::nullopt;  // "out/": the parent was the folder itself
  error.clear();
  if (fs::create_directory(directory, error)) undo.add(directory);
  if (error) return problem(directory, fmt::format("cannot be created: {}", error.message()));
  return std::nullopt;
}

/// The whole text on disk under `path`, or an issue with the system's reason.
std::optional<Issue> write_whole(const fs::path& path, const std::string& text) {
  const auto failed = [&] { return problem(path, fmt::format("cannot be written: {}", std::strerror(errno))); };
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return failed();
  std::size_t done = 0;
  std::optional<Issue> issue;
  while (done < text.size() && !issue) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      issue = failed();
    }
  }
  // A full disk may show only here.
  if (!issue && ::fsync(file) != 0 && errno != EINVAL) issue = failed();
  if (::close(file) != 0 && !issue) issue = failed();
  return issue;
}

}  // namespace

Issues write_files(const Plan& plan, const std::string& directory, std::vector<WrittenFile>* written) {
  Undo undo;
  const fs::path folder{directory};
  if (directory.empty()) return {problem(folder, "the folder has no name")};
  if (plan.files.empty()) {
    return {
        {"the plan", "there is nothing to write: no candidate is recommended", "relax an SLO, or plan for more cards"}};
  }
  if (auto issue = make_directory(folder, undo)) return {*issue};

  // First everything under temporary names: until all of it is on disk, nothing that stands there is touched.
  std::vector<std::pair<fs::path, fs::path>> renames;
  for (const PlanFile& file : plan.files) {
    const fs::path target = link_target(folder / file.path);
    std::error_code error;
    if (!fs::exists(target, error) && error) return {problem(target, "cannot be written: " + error.message())};
    if (fs::is_directory(target, error)) return {problem(target, "is a folder")};
    // A device or a pipe would be gone: what is written here takes the place of what stands there.
    const fs::file_status status = fs::status(folder / file.path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) return {problem(folder / file.path, "is no regular file")};
    const fs::path partial = target.parent_path() / fmt::format(".{}.{}.part", target.filename().string(), ::getpid());
    fs::remove(partial, error);
    undo.add(partial);
    if (auto issue = write_whole(partial, file.text)) return {*issue};
    renames.emplace_back(partial, target);
  }
  std::vector<WrittenFile> done;
  for (const auto& [partial, target] : renames) {
    std::error_code error;
    const bool there = fs::exists(target, error);
    fs::rename(partial, target, error);
    if (error) return {problem(target, fmt::format("cannot be written: {}", error.message()))};
    if (!there) undo.add(target);
    done.push_back({(folder / plan.files[done.size()].path).string(), there});
  }
  undo.keep();
  if (written != nullptr) *written = std::move(done);
  return {};
}

}  // namespace libsched::plan
