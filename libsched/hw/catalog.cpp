#include <libsched/hw/catalog.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <libsched/base/nearest.hpp>
#include <libsched/hw/catalog_files.hpp>
#include <libsched/hw/detail/gpu_names.hpp>
#include <libsched/hw/detail/readers.hpp>

namespace libsched::hw {
namespace {

constexpr const char* kFolder = "SLICEWISE_CATALOG";
constexpr const char* kGpus = "gpus.yaml";
constexpr const char* kMig = "mig.yaml";
constexpr const char* kInstances = "aws-instances.csv";
constexpr std::uintmax_t kLongest = 4 << 20;

/// A file of the catalogue: its text and how issues call it.
struct File {
  std::string text;
  std::string origin;
  bool replaced = false;
};

File file(const std::string& directory, const char* name, Issues& issues) {
  namespace fs = std::filesystem;
  File embedded{std::string{detail::embedded_file(name)}, name};
  const fs::path path = fs::path{directory} / name;
  std::error_code error;
  if (directory.empty() || !fs::exists(path, error)) return embedded;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLongest || error) {
    issues.push_back({path.string(), "this is no file of at most 4 MiB", "put a file of the catalogue's form there"});
    return embedded;
  }
  std::ifstream stream{path, std::ios::binary};
  if (!stream) {
    issues.push_back({path.string(), "the file cannot be read", "check its permissions"});
    return embedded;
  }
  return {{std::istreambuf_iterator<char>{stream}, {}}, path.string(), true};
}

/// What the process works with: read once.
struct Loaded {
  Catalog catalog;
  Issues issues;
};

const Loaded& loaded() {
  static const Loaded result = [] {
    const char* directory = std::getenv(kFolder);
    Result<Catalog> own = load_catalog(directory == nullptr ? "" : directory);
    if (own.has_value()) return Loaded{*std::move(own), {}};
    Result<Catalog> embedded = load_catalog("");
    LIBSCHED_ASSERT(embedded.has_value(), "the tests read the compiled-in catalogue");
    return Loaded{*std::move(embedded), own.error()};
  }();
  return result;
}

}  // namespace

namespace detail {

const GpuModel* find_gpu_in(const std::vector<GpuModel>& gpus, std::string_view name) {
  const std::string key = gpu_key(name);
  for (const GpuModel& gpu : gpus) {
    if (gpu_key(gpu.name) == key) return &gpu;
    for (const std::string& alias : gpu.aliases) {
      if (gpu_key(alias) == key) return &gpu;
    }
  }
  return nullptr;
}

}  // namespace detail

Result<Catalog> read_catalog(std::string_view gpus_yaml, const std::string& gpus_origin, std::string_view instances_csv,
                             const std::string& instances_origin) {
  Issues issues;
  Catalog catalog;
  catalog.gpus = detail::read_gpus(gpus_yaml, gpus_origin, issues);
  // Without models every row would be told that its GPU is unknown, which hides the one real problem.
  if (!catalog.gpus.empty()) {
    catalog.instances = detail::read_instances(instances_csv, instances_origin, catalog.gpus, issues);
  }
  if (!issues.empty()) return issues;
  return catalog;
}

Result<Catalog> load_catalog(const std::string& directory) {
  Issues issues;
  const File gpus = file(directory, kGpus, issues);
  const File mig = file(directory, kMig, issues);
  const File instances = file(directory, kInstances, issues);
  if (!issues.empty()) return issues;
  if (!directory.empty() && !gpus.replaced && !mig.replaced && !instances.replaced) {
    return Issue{directory, "the folder of SLICEWISE_CATALOG has none of gpus.yaml, mig.yaml and aws-instances.csv",
                 "put one of the three there, or unset SLICEWISE_CATALOG"};
  }
  Result<Catalog> catalog = read_catalog(gpus.text, gpus.origin, instances.text, instances.origin);
  if (catalog) {
    detail::read_mig(mig.text, mig.origin, mig.replaced, catalog->gpus, issues);
  } else {
    issues = catalog.error();
  }
  if (!issues.empty()) return issues;
  return catalog;
}

std::vector<std::string> catalog_files() {
  const char* folder = std::getenv(kFolder);
  std::vector<std::string> files;
  if (folder == nullptr || *folder == '\0') return files;
  for (const char* name : {kGpus, kMig, kInstances}) files.push_back((std::filesystem::path{folder} / name).string());
  return files;
}

const Issues& catalog_issues() {
  // What is compiled in has none: no reason to read it for this.
  static const Issues none;
  return std::getenv(kFolder) == nullptr ? none : loaded().issues;
}

const std::vector<GpuModel>& gpus() {
  return loaded().catalog.gpus;
}

const std::vector<Instance>& instances() {
  return loaded().catalog.instances;
}

const GpuModel* find_gpu(std::string_view name) {
  return detail::find_gpu_in(gpus(), name);
}

bool same_card(std::string_view a, std::string_view b) {
  const GpuModel* one = find_gpu(a);
  const GpuModel* other = find_gpu(b);
  if (one != nullptr && other != nullptr) return one == other;
  return detail::gpu_key(a) == detail::gpu_key(b);
}

const Instance* find_instance(std::string_view name) {
  for (const Instance& instance : instances()) {
    if (instance.name == name) return &instance;
  }
  return nullptr;
}

std::string nearest_gpu(std::string_view name) {
  std::vector<std::string> keys;
  std::vector<std::string> names;
  for (const GpuModel& gpu : gpus()) {
    keys.push_back(detail::gpu_key(gpu.name));
    names.push_back(gpu.name);
    for (const std::string& alias : gpu.aliases) {
      keys.push_back(detail::gpu_key(alias));
      names.push_back(gpu.name);
    }
  }
  const std::string key = detail::gpu_key(name);
  // "A100" means one of the A100s: a name that goes on is nearer than one with other letters.
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (key.size() >= 2 && keys[i].starts_with(key)) return names[i];
  }
  const std::string near = nearest(key, keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!near.empty() && keys[i] == near) return names[i];
  }
  return {};
}

std::string nearest_instance(std::string_view name) {
  std::vector<std::string> names;
  for (const Instance& instance : instances()) names.push_back(instance.name);
  return nearest(name, names);
}

}  // namespace libsched::hw
