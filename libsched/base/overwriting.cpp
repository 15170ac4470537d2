#include <libsched/base/overwriting.hpp>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <libsched/base/link_target.hpp>

namespace libsched {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& output, const std::string& other) {
  if (output.empty() || other.empty()) return false;
  std::error_code error;
  const fs::file_status status = fs::status(output, error);
  if (fs::exists(status)) return fs::is_regular_file(status) && fs::equivalent(output, other, error) && !error;
  if (fs::exists(other, error)) return false;
  // Neither is there yet: they are the same where links and dots lead to one name.
  const auto meant = [&](const std::string& path) {
    return fs::weakly_canonical(link_target(fs::absolute(path, error)), error);
  };
  const fs::path one = meant(output);
  return !error && one == meant(other) && !error;
}

}  // namespace

Issues overwriting(const std::vector<NamedPath>& outputs, const std::vector<NamedPath>& inputs) {
  Issues issues;
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    const auto same = [&](const NamedPath& one) { return same_file(output->path, one.path); };
    const std::string where = output->name + " " + output->path;
    if (const auto input = std::find_if(inputs.begin(), inputs.end(), same); input != inputs.end()) {
      issues.push_back({where, "is " + input->name + " " + input->path + ", which is read", "choose another file"});
    } else if (const auto before = std::find_if(outputs.begin(), output, same); before != output) {
      issues.push_back({where, "is the file of " + before->name + " " + before->path, "give each a file of its own"});
    }
  }
  return issues;
}

}  // namespace libsched
