#include <bench/record/record.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace slicewise::bench {
namespace {

using nlohmann::json;

Record small_record() {
  Record record;
  record.measurement = "latency";
  record.tool = "slicewise-bench-test";
  record.started = "2026-11-30T12:00:00Z";
  record.elapsed_s = 1.5;
  record.device.kind = "cpu";
  record.device.name = "a \"quoted\" name";
  record.device.id = "1";
  record.mode = "time-slicing";
  record.conditions.facts = {{"slice_ms_asked", 40}, {"clock", "tsc"}, {"unknown", Value{}}};
  record.conditions.gaps_while_alone = GapsWhileAlone{0, 0, {}, {}, {}};
  record.runs.push_back({"latency/processes:2", {{"processes", 2}, {"request_us", 0.5}}, {}, {}});
  record.runs[0].series.push_back({"latency", "ns", 1, {3, 1, 2.5, 1e15}, "count", 7});
  record.runs.push_back({"latency/processes:4", {}, "no time", {}});
  return record;
}

TEST_CASE("A record says what was measured, and null where nothing is known", "[bench][unit]") {
  const json read = json::parse(to_json(small_record(), 100));
  CHECK(read["record"] == "slicewise-measurement");
  CHECK(read["version"] == 1);
  CHECK(read["tool"]["name"] == "slicewise-bench-test");
  CHECK(read["device"]["name"] == "a \"quoted\" name");
  CHECK(read["device"]["sms"].is_null());
  CHECK(read["driver"].is_null());
  CHECK(read["conditions"]["facts"] == json{{"slice_ms_asked", 40}, {"clock", "tsc"}, {"unknown", nullptr}});
  CHECK(read["conditions"]["gaps_while_alone"]["count"] == 0);
  CHECK(read["conditions"]["gaps_while_alone"]["max_ns"].is_null());
  CHECK(read["conditions"]["warnings"] == json::array());
  const json& run = read["runs"][0];
  CHECK(run["parameters"]["processes"] == 2);
  CHECK(run["skipped"].is_null());
  const json& series = run["series"][0];
  CHECK(series["samples"] == json{3, 1, 2.5, 1e15});
  CHECK(series["samples"][0].is_number_integer());
  CHECK(series["measured"] == 4);
  CHECK(series["dropped"] == 7);
  CHECK(series["stopped"] == "count");
  CHECK(series["process"] == 1);
  CHECK(series["quantiles"]["p50"] == 2.75);
  CHECK(read["runs"][1]["skipped"] == "no time");
  CHECK(read["runs"][1]["series"] == json::array());
}

TEST_CASE("Numbers that JSON cannot hold become null", "[bench][unit]") {
  Record record = small_record();
  record.elapsed_s = std::numeric_limits<double>::infinity();
  record.runs[0].series[0].samples = {std::nan(""), 1e300};
  const json read = json::parse(to_json(record, 100));
  CHECK(read["elapsed_s"].is_null());
  CHECK(read["runs"][0]["series"][0]["samples"] == json{nullptr, 1e300});
}

TEST_CASE("Of a long series a random choice is kept in order, but quantiles are of all", "[bench][unit]") {
  Record record = small_record();
  std::vector<double>& samples = record.runs[0].series[0].samples;
  samples.clear();
  for (int i = 0; i < 1001; ++i) samples.push_back(i);
  const json series = json::parse(to_json(record, 100))["runs"][0]["series"][0];
  const auto kept = series["samples"].get<std::vector<double>>();
  CHECK(kept.size() == 100);
  CHECK(std::is_sorted(kept.begin(), kept.end()));
  CHECK(std::adjacent_find(kept.begin(), kept.end()) == kept.end());
  CHECK(kept.front() < 100);
  CHECK(kept.back() > 900);
  CHECK(series["measured"] == 1001);
  CHECK(series["quantiles"]["max"] == 1000);
  CHECK(series["quantiles"]["p50"] == 500);
  CHECK(to_json(record, 100) == to_json(record, 100));
}

TEST_CASE("A record is written whole under its measurement's name, and nothing else stays behind", "[bench][unit]") {
  std::string own = (std::filesystem::temp_directory_path() / "slicewise-record-test-XXXXXX").string();
  REQUIRE(mkdtemp(own.data()) != nullptr);  // two builds may test at once
  const std::filesystem::path folder{own};
  const Record record = small_record();
  CHECK_FALSE(write_record(record, folder / "new" / "one", 100));
  std::ifstream file{folder / "new" / "one" / "latency.json"};
  CHECK(std::string{std::istreambuf_iterator<char>{file}, {}} == to_json(record, 100));
  CHECK_FALSE(write_record(record, folder / "new" / "one", 100));  // again, over the old one
  const std::filesystem::directory_iterator all{folder / "new" / "one"};
  CHECK(std::distance(begin(all), end(all)) == 1);
  std::filesystem::remove_all(folder);
}

TEST_CASE("A record that cannot be written says so and names the path", "[bench][unit]") {
  const auto problem = write_record(small_record(), "/dev/null/folder", 100);
  REQUIRE(problem);
  CHECK_THAT(*problem, Catch::Contains("/dev/null/folder"));
}

TEST_CASE("A folder that can take no record is found out before there is one", "[bench][unit]") {
  const auto problem = try_folder("/dev/null/folder");
  REQUIRE(problem);
  CHECK_THAT(*problem, Catch::Contains("/dev/null/folder"));
  char name[] = "/tmp/slicewise-try-XXXXXX";
  REQUIRE(mkdtemp(name) != nullptr);
  CHECK_FALSE(try_folder(std::string{name} + "/new"));
  CHECK(std::filesystem::is_empty(std::string{name} + "/new"));  // the trial leaves nothing
  std::filesystem::remove_all(name);
}

}  // namespace
}  // namespace slicewise::bench
