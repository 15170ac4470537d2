#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <libsched/calib/record.hpp>

#include "calib/world.hpp"

namespace libsched::calib {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

constexpr const char* kSmall = R"({
 "record": "slicewise-measurement", "version": 1, "measurement": "latency", "tool": {"name": "bench", "version": "1"},
 "started": "2026-11-30T12:00:00Z", "new key": [1, {"deep": 2}],
 "device": {"kind": "gpu", "name": "Tesla T4", "id": null, "sms": 40, "memory_mib": 15360},
 "driver": "580.95.05", "runtime": null, "mode": "time-slicing",
 "conditions": {"scheduler": null, "timer_tick_ns": 32, "gaps_while_alone": {"p99_ns": 9000}, "warnings": ["text"]},
 "runs": [
  {"name": "a", "parameters": {"processes": 4, "loop": "closed", "unknown": null}, "skipped": null,
   "series": [{"name": "latency", "unit": "ns", "process": 0, "measured": 7, "samples": [1, 2.5, 3]}]},
  {"name": "b", "parameters": {}, "skipped": "no time left"}]
})";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("a record is read with all that a fit needs", "[calib][unit]") {
  const auto record = read_record(kSmall, "r.json");
  REQUIRE(record);
  CHECK(record->device.name == "Tesla T4");
  CHECK(record->device.id.empty());
  CHECK(record->runtime.empty());
  CHECK(record->conditions.timer_tick_ns == 32.0);
  CHECK(record->conditions.gap_alone_p99_ns == 9000.0);
  REQUIRE(record->runs.size() == 2);
  const Run& run = record->runs[0];
  CHECK(run.number("processes") == 4.0);
  CHECK(run.text("loop") == "closed");
  CHECK_FALSE(run.number("unknown"));
  REQUIRE(run.of("latency").size() == 1);
  CHECK(run.of("latency")[0]->samples == std::vector<double>{1, 2.5, 3});
  CHECK_FALSE(run.of("latency")[0]->whole());
  CHECK(record->runs[1].skipped == "no time left");
}

TEST_CASE("everything that is wrong with a record is said at once, with its place", "[calib][unit]") {
  std::string text = changed(kSmall, "\"gpu\"", "\"tpu\"");
  text = changed(text, "\"time-slicing\"", "\"slices\"");
  text = changed(text, "2.5", "\"2.5\"");
  text = changed(text, "\"b\"", "\"a\"");
  const auto record = read_record(text, "r.json");
  REQUIRE_FALSE(record);
  REQUIRE(record.error().size() == 4);
  CHECK(record.error()[0].where == "r.json:/device/kind");
  CHECK(record.error()[1].where == "r.json:/mode");
  CHECK(record.error()[2].where == "r.json:/runs/0/series/0/samples/1");
  CHECK(record.error()[3].where == "r.json:/runs/1");
  for (const Issue& issue : record.error()) CHECK_FALSE(issue.fix.empty());
}

TEST_CASE("times in another unit, or below 0, are refused once for each series", "[calib][unit]") {
  const auto only = [](const std::string& text) {
    const auto record = read_record(text, "r.json");
    REQUIRE_FALSE(record);
    REQUIRE(record.error().size() == 1);
    return record.error()[0];
  };
  const Issue unit = only(changed(kSmall, "\"unit\": \"ns\"", "\"unit\": \"us\""));
  CHECK(unit.where == "r.json:/runs/0/series/0/unit");
  CHECK(unit.what == "is \"us\", but the samples of latency are times in \"ns\"");
  CHECK_THAT(unit.fix, Contains("\"ns\""));
  const Issue negative = only(changed(kSmall, "[1, 2.5, 3]", "[1, -2.5, -3]"));
  CHECK(negative.where == "r.json:/runs/0/series/0/samples/1");
  CHECK_THAT(negative.what, Contains("2 of 3 samples"));
  // A refill is a difference of times, a wait may join two clocks, and what is no time has the unit it says.
  const std::string refill = changed(kSmall, "[1, 2.5, 3]", "[1, -2.5, -3]");
  for (const std::string name : {"refill", "entry_wait", "switch_idle", "launch_own", "newcomer_wait"}) {
    CHECK(read_record(changed(refill, "\"name\": \"latency\"", "\"name\": \"" + name + "\""), "r.json"));
  }
  const std::string drift = changed(refill, "\"unit\": \"ns\"", "\"unit\": \"ppm\"");
  CHECK(read_record(changed(drift, "\"name\": \"latency\"", "\"name\": \"timer_drift\""), "r.json"));
}

TEST_CASE("parameters that no latency run has are refused by place", "[calib][unit]") {
  const auto with = [](const std::string& parameters) {
    return read_record(changed(kSmall, "\"processes\": 4, \"loop\": \"closed\"", parameters), "r.json");
  };
  const auto places = [&](const std::string& parameters) {
    const auto record = with(parameters);
    std::vector<std::string> found;
    if (record) return found;
    for (const Issue& issue : record.error()) {
      found.push_back(issue.where.substr(issue.where.rfind('/') + 1));
      CHECK_FALSE(issue.fix.empty());
    }
    return found;
  };
  using Places = std::vector<std::string>;
  CHECK(places(R"("processes": 2.5, "loop": "clsed", "neighbours": "quiet", "bursts": 0, "host_us": -1,
                  "think_us": "none", "request_us": -0.5)") ==
        Places{"processes", "loop", "neighbours", "bursts", "request_us", "host_us", "think_us"});
  CHECK(places(R"("loop": 3)") == Places{"loop"});
  CHECK(places(R"("bursts": 1.5)") == Places{"bursts"});
  CHECK(places(R"("bursts": 10001)") == Places{"bursts"});
  CHECK(places(R"("waits": "never", "think": "sometimes")") == Places{"waits", "think"});
  CHECK(places(R"("loop": "open", "rate_per_s": 0)") == Places{"rate_per_s"});
  CHECK(places(R"("loop": "open")") == Places{"parameters"});
  CHECK(places(R"("loop": "closed", "rate_per_s": 0)").empty());
  for (const char* processes : {"0", "-1", "1025", "2.5", "\"two\""}) {
    CHECK(places(std::string{"\"processes\": "} + processes) == Places{"processes"});
  }
  CHECK(places("\"processes\": 1024").empty());
  // Others that are counts, too: more than an int holds has no meaning as one.
  for (const std::string some : {"busy", "newcomers"}) {
    for (const char* count : {"1e15", "-1", "1025", "2.5", "\"two\""}) {
      CHECK(places("\"" + some + "\": " + count) == Places{some});
    }
    CHECK(places("\"" + some + "\": 0").empty());
    CHECK(places("\"" + some + "\": 1024").empty());
  }
  CHECK(with(R"("loop": "clsed")").error()[0].where == "r.json:/runs/0/parameters/loop");
  CHECK(with(R"("loop": "clsed")").error()[0].what == "is \"clsed\", not \"open\" or \"closed\"");
}

TEST_CASE("a timer's tick is positive and below a millisecond", "[calib][unit]") {
  for (const char* tick : {"0", "-32", "1e6", "1e9"}) {
    const auto record =
        read_record(changed(kSmall, "\"timer_tick_ns\": 32", std::string{"\"timer_tick_ns\": "} + tick), "r.json");
    REQUIRE_FALSE(record);
    CHECK(record.error()[0].where == "r.json:/conditions/timer_tick_ns");
  }
}

TEST_CASE("what is no JSON is refused with line, column and reason", "[calib][unit]") {
  const auto said = [](const std::string& text) {
    const auto record = read_record(text, "r.json");
    REQUIRE_FALSE(record);
    REQUIRE(record.error().size() == 1);
    CHECK_FALSE(record.error()[0].fix.empty());
    return record.error()[0].where + " " + record.error()[0].what;
  };
  CHECK(said("{\n\"a\": 1,,\n}") ==
        "r.json:2 this is not valid JSON at column 8: while parsing object key - unexpected ','; expected string "
        "literal");
  CHECK(said("") ==
        "r.json:1 this is not valid JSON at column 1: while parsing value - unexpected end of input; expected '[', "
        "'{', or a literal");
  CHECK_THAT(said("{}\n x"), StartsWith("r.json:2 this is not valid JSON at column 2: "));
  CHECK_THAT(said("[1,\n\n"), StartsWith("r.json:3 this is not valid JSON at column 1: "));
  CHECK_THAT(said("{\"a\": \"\xff\"}"), Contains("ill-formed UTF-8"));
  CHECK(said("[\"" + std::string(100'000, 'x')).size() < 300);
}

TEST_CASE("an object that is no record names all that a record needs", "[calib][unit]") {
  const auto record = read_record("{}", "r.json");
  REQUIRE_FALSE(record);
  std::string missing;
  for (const Issue& issue : record.error()) {
    CHECK(issue.where == "r.json:1");
    missing += issue.what + "; ";
  }
  CHECK(missing ==
        "has no \"record\"; has no \"version\"; has no \"measurement\"; has no \"device\"; has no \"mode\"; "
        "has no \"runs\"; ");
  // Another kind of file, or a later version, is that and nothing else.
  CHECK(read_record(R"({"record": "scenario"})", "r.json").error().size() == 1);
  CHECK(read_record(R"({"record": "slicewise-measurement", "version": 2})", "r.json").error().size() == 1);
}

TEST_CASE("what is no record, or a later one, says what it is", "[calib][unit]") {
  const auto first = [](const std::string& text) {
    const auto record = read_record(text, "r.json");
    REQUIRE_FALSE(record);
    return record.error()[0].where + " " + record.error()[0].what;
  };
  CHECK_THAT(first("[]"), Contains("is no object"));
  CHECK_THAT(first("{}"), Contains("has no \"record\""));
  CHECK_THAT(first(changed(kSmall, "\"version\": 1", "\"version\": 2")), StartsWith("r.json:/version is 2"));
  CHECK_THAT(first(changed(kSmall, "slicewise-measurement", "scenario")), Contains("another kind of file"));
  CHECK_THAT(first(changed(kSmall, "2.5", "1e999")), Contains("too large"));
  CHECK_THAT(first(std::string(1000, '[') + std::string(1000, ']')), Contains("nested too deep"));
}

TEST_CASE("a folder gives its records by name, and every file's problems", "[calib][unit]") {
  const fs::path folder = fs::temp_directory_path() / "slicewise-read-record";
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) { std::ofstream{folder / name} << text; };
  write("b.json", kSmall);
  write("a.json", testing::to_json(testing::empty_record("ring")));
  write("notes.txt", "not a record");
  CHECK(holds_records(folder.string()));
  CHECK(holds_records((folder / "b.json").string()));
  CHECK_FALSE(holds_records((folder / "notes.txt").string()));
  auto records = read_records({folder.string()});
  REQUIRE(records);
  REQUIRE(records->size() == 2);
  CHECK((*records)[0].measurement == "ring");

  write("c.json", "{");
  write("d.json", "{}");
  records = read_records({folder.string(), (folder / "missing.json").string(), (folder / "b.json").string()});
  REQUIRE_FALSE(records);
  CHECK(records.error().size() == 9);  // c, six keys that d lacks, missing, b twice
  fs::remove_all(folder);
}

}  // namespace libsched::calib
