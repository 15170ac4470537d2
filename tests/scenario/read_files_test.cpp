#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <libsched/scenario/scenario.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {

using test::issues;

namespace {

/// A folder of its own for a test, gone afterwards.
class Folder {
 public:
  Folder() : path_{std::filesystem::temp_directory_path() / ("slicewise-read-" + std::to_string(::getpid()))} {
    std::filesystem::create_directories(path_);
    write("t.yaml", test::kSmallest);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path(const std::string& name) const { return (path_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream{path(name), std::ios::binary} << text;
  }
  Result<Scenario> read(const std::vector<Override>& overrides) const {
    return read_scenario_file(path("t.yaml"), overrides);
  }

 private:
  std::filesystem::path path_;
};

Override trace(const std::string& more) {
  return {"workloads[0].arrivals", "{kind: trace, file: a.csv" + more + "}"};
}

std::vector<long long> arrivals(const Result<Scenario>& result) {
  REQUIRE(issues(result) == "");
  std::vector<long long> times;
  for (const Time time : std::get<workload::Trace>(result->workloads[0].arrivals).at) {
    times.push_back(time.time_since_epoch().count());
  }
  return times;
}

}  // namespace

TEST_CASE("a missing file, a folder and an over-long file are issues", "[scenario][unit]") {
  const Folder folder;
  CHECK_THAT(issues(read_scenario_file(folder.path("none.yaml"))), Catch::Contains("there is no such file"));
  CHECK_THAT(issues(read_scenario_file(folder.path(""))), Catch::Contains("this is a folder"));
  CHECK_THAT(issues(read_scenario_file("")), Catch::Contains("there is no such file"));
  folder.write("long.yaml", std::string((std::size_t{4} << 20) + 1, '#'));
  CHECK_THAT(issues(read_scenario_file(folder.path("long.yaml"))), Catch::Contains("longer than 4 MiB"));
}

TEST_CASE("a trace is read beside the scenario, sorted, and starts at zero", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "# made by hand\nid,when\n1,3.5\n2,1.5\n\n3,\"2\"\n");
  CHECK(arrivals(folder.read({trace(", column: when")})) == std::vector<long long>{0, 500'000'000, 2'000'000'000});
  CHECK(arrivals(folder.read({trace(", column: 2, unit: ms")})) == std::vector<long long>{0, 500'000, 2'000'000});
}

TEST_CASE("an epoch in nanoseconds keeps its last digit", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "1700000000000000001\r\n1700000000000000004\r\n");
  CHECK(arrivals(folder.read({trace(", unit: ns")})) == std::vector<long long>{0, 3});
}

TEST_CASE("a trace without a unit is said to be read in seconds, with how long that makes it", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "250\n1750\n1000\n");
  const auto unstated = folder.read({trace("")});
  REQUIRE(unstated);
  REQUIRE(unstated->notes.size() == 1);
  CHECK(unstated->notes[0].what ==
        "`workloads[0].arrivals` has no `unit`: its times are read as seconds, 3 arrivals within 1500 s");
  const auto stated = folder.read({trace(", unit: s")});
  REQUIRE(stated);
  CHECK(stated->notes.empty());
}

TEST_CASE("an epoch that is read in too large a unit is an issue that speaks of the unit", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "1700000000000\n1700000000250\n");
  CHECK_THAT(issues(folder.read({trace("")})),
             Catch::Contains("1700000000000 is not a time from 0 to 9e+09 s; another `unit` may be meant"));
  CHECK(arrivals(folder.read({trace(", unit: ms")})) == std::vector<long long>{0, 250'000'000});
}

TEST_CASE("bad rows of a trace are issues with their lines, the first twenty in full", "[scenario][unit]") {
  const Folder folder;
  std::string text = "1\n";
  for (int i = 0; i < 25; ++i) text += "x\n";
  folder.write("a.csv", text);
  const std::string found = issues(folder.read({trace("")}));
  CHECK_THAT(found, Catch::Contains("a.csv:2: x is not a time"));
  CHECK_THAT(found, Catch::Contains("a.csv:21:"));
  CHECK_THAT(found, !Catch::Contains("a.csv:22:"));
  CHECK_THAT(found, Catch::Contains("and 5 more bad rows"));
  for (const char* bad : {"1\n-2\n", "1\nnan\n", "1\n1e300\n", "1\n2,\n,3\n"}) {
    folder.write("a.csv", bad);
    CAPTURE(bad);
    CHECK_THAT(issues(folder.read({trace("")})), Catch::Contains("is not a time"));
  }
}

TEST_CASE("a trace without times or without the column is an issue", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "when\n");
  CHECK_THAT(issues(folder.read({trace("")})), Catch::Contains("names a file without times"));
  folder.write("a.csv", "when,what\n1,2\n");
  CHECK_THAT(issues(folder.read({trace(", column: wen")})), Catch::Contains("did you mean when?"));
  CHECK_THAT(issues(folder.read({trace(", column: 3")})), Catch::Contains("the row has no column 3"));
  CHECK_THAT(issues(folder.read({trace(", column: 0")})), Catch::Contains("whole number from 1"));
  CHECK_THAT(issues(folder.read({trace(", unit: h")})), Catch::Contains("one of s, ms, us, ns"));
}

TEST_CASE("a number with a decimal comma is refused and not read as its whole part", "[scenario][unit]") {
  const Folder folder;
  for (const char* text : {"0,5\n1,25\n", "0,5\n", "1.5\n2,5\n", "1,234,567\n", "0,5;3,2\n", "0,5e3\n"}) {
    folder.write("a.csv", text);
    CAPTURE(text);
    CHECK_THAT(issues(folder.read({trace("")})),
               Catch::Contains("is two columns, or a number with a decimal comma; write decimals with a point"));
  }
  for (const char* text : {"when\n0,5\n", "when;what\n1\n0,5;3,2\n"}) {
    folder.write("a.csv", text);
    CAPTURE(text);
    CHECK_THAT(issues(folder.read({trace("")})), Catch::Contains("the heading 1"));
  }
  folder.write("a.csv", "when\n\"0,5\"\n");
  CHECK_THAT(issues(folder.read({trace("")})), Catch::Contains("a.csv:2: 0,5 is not a time"));
  folder.write("a.csv", "ms\n0,5\n");
  CHECK_THAT(issues(folder.read({{"workloads[0].request.gpu_ms", "{dist: empirical, file: a.csv}"}})),
             Catch::Contains("a.csv:2: the row has 2 columns, the heading 1"));
}

TEST_CASE("columns are what a heading, column or quotes say they are", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "0,5\n2,7\n");
  CHECK(arrivals(folder.read({trace(", column: 1")})) == std::vector<long long>{0, 2'000'000'000});
  folder.write("a.csv", "when,what\n0,5\n2,7,\n");
  CHECK(arrivals(folder.read({trace("")})) == std::vector<long long>{0, 2'000'000'000});
  folder.write("a.csv", "0.0,GET\n1.0,2024\n");
  CHECK(arrivals(folder.read({trace("")})) == std::vector<long long>{0, 1'000'000'000});
  folder.write("a.csv", "when,when\n0,5\n");
  CHECK_THAT(issues(folder.read({trace(", column: when")})), Catch::Contains("is the heading of two columns"));
  folder.write("a.csv", "what,when\n\"a, \"\"b, c\"\"\",0\n\"d\",\"3\"\n");
  CHECK(arrivals(folder.read({trace(", column: when")})) == std::vector<long long>{0, 3'000'000'000});
}

TEST_CASE("measured samples become an empirical law", "[scenario][unit]") {
  const Folder folder;
  folder.write("s.csv", "ms\n4\n2\n");
  const Override law{"workloads[0].request.gpu_ms", "{dist: empirical, file: s.csv}"};
  const auto result = folder.read({law});
  REQUIRE(issues(result) == "");
  CHECK(result->workloads[0].request.gpu_ms_on("T4")->mean() == 3.0);
  folder.write("s.csv", "ms\n4\n0\n");
  CHECK_THAT(issues(folder.read({law})), Catch::Contains("s.csv:3: 0 is not a number from"));
}

TEST_CASE("an unlisted card is described by its profile, SMs and memory", "[scenario][unit]") {
  const Folder folder;
  folder.write("p.yaml", "slice_us: {low: 900, nominal: 1000, high: 1100, source: mine}\npreempt_us: 50\n");
  const auto result = folder.read({{"gpu", "{model: mine, profile: p.yaml, sms: 20, memory_mib: 8000}"},
                                   {"workloads[0].request.gpu_ms", "{mine: 4, T4: 5}"}});
  REQUIRE(issues(result) == "");
  CHECK(result->gpu.model.name == "mine");
  CHECK(result->gpu.model.profile.slice_us.nominal == 1000.0);
  CHECK(result->workloads[0].request.gpu_ms_on("mine")->mean() == 4.0);
  CHECK(issues(folder.read({{"gpu", "{profile: p.yaml, sms: 20, memory_mib: 8000}"}})) == "");
  folder.write("p.yaml", "preempt_us: 50\n");
  CHECK_THAT(issues(folder.read({{"gpu", "{profile: p.yaml, sms: 20, memory_mib: 8000}"}})),
             Catch::Contains("add slice_us"));
}

TEST_CASE("a profile file is laid over a listed card and its issues are placed in it", "[scenario][unit]") {
  const Folder folder;
  folder.write("p.yaml", "slice_us: 1500\n");
  const auto result = folder.read({{"gpu.profile", "p.yaml"}});
  REQUIRE(issues(result) == "");
  CHECK(result->gpu.model.profile.slice_us.nominal == 1500.0);
  CHECK(result->gpu.model.profile.preempt_us.nominal > 0.0);
  folder.write("p.yaml", "slice_us: 1500\nslice: 3\n");
  CHECK_THAT(issues(folder.read({{"gpu.profile", "p.yaml"}})), Catch::Contains("p.yaml:2: "));
}

TEST_CASE("each pod of a routeless trace gets the whole trace, which is noted", "[scenario][unit]") {
  const Folder folder;
  folder.write("a.csv", "1\n2\n");
  const auto result = folder.read({trace(", unit: s"), {"workloads[0].pods", "3"}});
  REQUIRE(issues(result) == "");
  REQUIRE(result->notes.size() == 1);
  CHECK_THAT(result->notes[0].what, Catch::Contains("each of the 3 pods"));
  CHECK(folder.read({trace(", unit: s, route: round-robin"), {"workloads[0].pods", "3"}})->notes.empty());
}

TEST_CASE("a profile that was measured on another card is used, with a note that says so", "[scenario][unit]") {
  const Folder folder;
  const auto notes_of = [&](const std::string& profile) {
    folder.write("p.yaml", profile + "slice_us: {low: 900, nominal: 1000, high: 1100, source: test}\n");
    const auto result = folder.read({{"gpu.profile", "p.yaml"}});
    REQUIRE(issues(result) == "");
    std::string text;
    for (const Issue& note : result->notes) text += note.what + "\n";
    return text;
  };
  CHECK_THAT(notes_of("gpu: AMD EPYC\n"), Catch::Contains("gpu.profile is of AMD EPYC, not of T4"));
  CHECK_THAT(notes_of("gpu: A10G\n"), Catch::Contains("gpu.profile is of A10G, not of T4"));
  CHECK_THAT(notes_of("gpu: Tesla T4\n"), !Catch::Contains("gpu.profile"));
  CHECK_THAT(notes_of(""), !Catch::Contains("gpu.profile"));
}

}  // namespace libsched::scenario
