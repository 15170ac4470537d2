#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include <libsched/base/text_file.hpp>
#include <libsched/calib/record.hpp>

namespace libsched::calib {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestRecord = std::size_t{64} << 20;

/// The .json files of a folder by name; nothing where it cannot be read.
std::vector<std::string> json_files(const std::string& folder, std::error_code& error) {
  std::vector<std::string> files;
  for (fs::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".json") files.push_back(entry->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool starts_like_a_record(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  std::ifstream in{file, std::ios::binary};
  std::string start(4096, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start.find("\"slicewise-measurement\"") != std::string::npos;
}

}  // namespace

bool holds_records(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) return starts_like_a_record(path);
  const std::vector<std::string> files = json_files(path, error);
  return std::any_of(files.begin(), files.end(), starts_like_a_record);
}

Result<std::vector<Record>> read_records(const std::vector<std::string>& paths) {
  Issues issues;
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    const std::vector<std::string> found = json_files(path, error);
    if (error) {
      issues.push_back({path, "the folder cannot be read", "check its permissions"});
    } else if (found.empty()) {
      issues.push_back({path, "the folder has no .json file", "name a folder of measurement records"});
    }
    files.insert(files.end(), found.begin(), found.end());
  }
  std::vector<Record> records;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (std::find(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(i), files[i]) !=
        files.begin() + static_cast<std::ptrdiff_t>(i)) {
      issues.push_back({files[i], "is given twice", "name each record once"});
      continue;
    }
    const Result<std::string> text = read_text_file(files[i], kLongestRecord, true);
    auto record = text ? read_record(*text, files[i]) : Result<Record>{text.error()};
    if (record) {
      records.push_back(*std::move(record));
    } else {
      issues.insert(issues.end(), record.error().begin(), record.error().end());
    }
  }
  if (!issues.empty()) return issues;
  return records;
}

}  // namespace libsched::calib
