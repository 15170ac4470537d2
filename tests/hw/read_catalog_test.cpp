#include <libsched/hw/catalog.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

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
