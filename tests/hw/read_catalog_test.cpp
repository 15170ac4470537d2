#include <libsched/hw/catalog.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <libsched/hw/detail/readers.hpp>

using namespace libsched;

namespace {

const std::string kData = std::string{SLICEWISE_SOURCE_DIR} + "/data/catalog/";

std::string text_of(const std::string& path) {
  std::ifstream stream{path};
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// The issues of the shipped catalogue after one edit of each file.
Issues issues_of(const std::string& gpus, const std::string& instances) {
  const auto catalog = hw::read_catalog(gpus, "gpus.yaml", instances, "aws.csv");
  return catalog ? Issues{} : catalog.error();
}

/// A folder that exists for one test.
struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "slicewise-catalog-test";
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("all problems of a catalogue are reported at once with their lines", "[hw][unit]") {
  std::string gpus = text_of(kData + "gpus.yaml");
  gpus = replaced(gpus, "low: 187", "low: 287");                           // above its nominal
  gpus = replaced(gpus, "sms: {value: 40", "smz: {value: 40");             // unknown key
  gpus = replaced(gpus, "value: 1590", "value: fast");                     // no number
  gpus = replaced(gpus, "value: 320", "value: -320");                      // below 0
  gpus = replaced(gpus, "aliases: [NVIDIA A10G]", "aliases: [Tesla T4]");  // names two models
  std::string instances = text_of(kData + "aws-instances.csv");
  instances = replaced(instances, "g4dn.2xlarge,T4", "g4dn.xlarge,T5");  // name twice, GPU unknown
  instances = replaced(instances, "1.204", "cheap");
  const Issues issues = issues_of(gpus, instances);
  std::string all;
  for (const Issue& issue : issues) all += issue.where + " " + issue.what + "; " + issue.fix + "\n";
  INFO(all);
  CHECK(issues.size() == 8);
  CHECK(all.find("low <= nominal <= high") != std::string::npos);
  CHECK(all.find("unknown key 'smz' in a model; did you mean 'sms'?") != std::string::npos);
  CHECK(all.find("'value' of 'boost_mhz' is not a number") != std::string::npos);
  CHECK(all.find("is -320, must be > 0") != std::string::npos);
  CHECK(all.find("'t4' names both T4 and A10G") != std::string::npos);
  CHECK(all.find("aws.csv:6 unknown GPU 'T5'") != std::string::npos);
  CHECK(all.find("aws.csv:6 g4dn.xlarge is given twice") != std::string::npos);
  CHECK(all.find("aws.csv:7 'cheap' is not a usd_per_hour") != std::string::npos);
}

TEST_CASE("an instance with more GPUs than can be counted is refused", "[hw][unit]") {
  const std::string gpus = text_of(kData + "gpus.yaml");
  const std::string instances = text_of(kData + "aws-instances.csv");
  for (const char* count : {"1025", "1e300"}) {
    const Issues issues =
        issues_of(gpus, replaced(instances, "g4dn.xlarge,T4,1,", "g4dn.xlarge,T4," + std::string{count} + ","));
    REQUIRE(issues.size() == 1);
    CHECK(issues.front().what == "gpu_count is above 1024");
  }
}

TEST_CASE("a text that is no catalogue is one problem, not a crash", "[hw][unit]") {
  const std::string instances = text_of(kData + "aws-instances.csv");
  for (const char* text : {"", "[]", "a: [", "5", "\xff\xfe", "version: 1\n---\nversion: 1"}) {
    INFO(text);
    CHECK(issues_of(text, instances).size() == 1);
  }
  const std::string gpus = text_of(kData + "gpus.yaml");
  CHECK(issues_of(gpus, "").size() == 1);
  CHECK(issues_of(gpus, "a,b\n1,2\n").size() == 1);
}

TEST_CASE("a folder replaces the files that it has and keeps the others", "[hw][unit]") {
  const Folder folder;
  const std::string instances = text_of(kData + "aws-instances.csv");
  std::ofstream{folder.path / "aws-instances.csv"} << replaced(instances, "0.526", "0.4");
  const auto catalog = hw::load_catalog(folder.path.string());
  REQUIRE(catalog.has_value());
  CHECK(catalog->instances.front().usd_per_hour == 0.4);
  CHECK(catalog->gpus.size() == hw::gpus().size());
}

TEST_CASE("a folder with a malformed file or none at all is refused by name", "[hw][unit]") {
  const Folder folder;
  REQUIRE_FALSE(hw::load_catalog(folder.path.string()).has_value());
  REQUIRE_FALSE(hw::load_catalog("/no/such/folder").has_value());
  std::ofstream{folder.path / "gpus.yaml"} << "version: 2\n";
  const auto catalog = hw::load_catalog(folder.path.string());
  REQUIRE_FALSE(catalog.has_value());
  CHECK(catalog.error().front().where == (folder.path / "gpus.yaml").string() + ":1");
}

TEST_CASE("a compute capability that is no two numbers is refused where it stands", "[hw][unit]") {
  const std::string shipped = text_of(kData + "gpus.yaml");
  const std::string instances = text_of(kData + "aws-instances.csv");
  const std::string first = shipped.substr(0, shipped.find("compute_capability"));
  const std::string where = "gpus.yaml:" + std::to_string(1 + std::count(first.begin(), first.end(), '\n'));
  for (const char* odd : {"Turing", "''", "8", "8.", ".5", "7.5.1", "-7.5", "7,5", "sm_75", "1e9.0", "12345.0"}) {
    INFO(odd);
    const std::string gpus =
        replaced(shipped, "compute_capability: \"7.5\"", std::string{"compute_capability: "} + odd);
    const Issues issues = issues_of(gpus, instances);
    REQUIRE(issues.size() == 1);
    CHECK(issues.front().where == where);
    CHECK(issues.front().fix == "write two numbers as in \"8.6\"");
  }
}

TEST_CASE("a card without MIG has no profiles, whichever file says so", "[hw][unit]") {
  const Folder folder;
  const std::string card =
      "cards:\n  - {gpu: T4, memory_slices: 4, source: me, profiles: [{name: 1g, compute: 1, "
      "memory: 1, most: 4, starts: [0]}]}\n";
  std::ofstream{folder.path / "mig.yaml"} << "version: 1\n" << card;
  const auto refused = hw::load_catalog(folder.path.string());
  REQUIRE_FALSE(refused.has_value());
  REQUIRE(refused.error().size() == 1);
  CHECK(refused.error().front().where == (folder.path / "mig.yaml").string() + ":3");
  CHECK(refused.error().front().what == "gpus.yaml says that T4 has no MIG: its 'mig_slices' is 0");

  std::filesystem::remove(folder.path / "mig.yaml");
  const std::string gpus = text_of(kData + "gpus.yaml");
  std::ofstream{folder.path / "gpus.yaml"} << replaced(gpus, "mig_slices: {value: 4,", "mig_slices: {value: 0,");
  const auto catalog = hw::load_catalog(folder.path.string());
  REQUIRE(catalog.has_value());
  const hw::GpuModel* a30 = hw::detail::find_gpu_in(catalog->gpus, "A30");
  REQUIRE(a30 != nullptr);
  CHECK(a30->mig_profiles.empty());
  CHECK_FALSE(hw::find_gpu("A30")->mig_profiles.empty());
}

TEST_CASE("a start of a MIG profile that leaves no room is refused, however large", "[hw][unit]") {
  for (const char* start : {"4", "2147483647", "-1", "99999999999"}) {
    INFO(start);
    std::vector<hw::GpuModel> gpus = hw::gpus();
    Issues issues;
    hw::detail::read_mig(
        "version: 1\ncards:\n  - {gpu: A30, memory_slices: 4, source: me, profiles:\n"
        "     [{name: 1g, compute: 1, memory: 1, most: 4, starts: [0,\n" +
            std::string{start} + "]}]}\n",
        "mig.yaml", true, gpus, issues);
    REQUIRE(issues.size() == 1);
    CHECK(issues.front().where == "mig.yaml:5");
    CHECK(issues.front().what == "a start leaves no room for the profile");
  }
}
