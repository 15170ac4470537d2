#include <bench/record/command_line.hpp>
#include <catch2/catch.hpp>

namespace slicewise::bench {
namespace {

const Vocabulary kKnown{"slicewise-bench-test",
                        "Measures.",
                        {"timer", "slice", "latency"},
                        {{"seconds", "time", 60, 0.1, 1000}, {"device", "which", 0, 0, 16}},
                        {}};

CommandLine good(const std::vector<std::string>& arguments) {
  const auto parsed = parse(kKnown, arguments);
  REQUIRE(std::holds_alternative<CommandLine>(parsed));
  return std::get<CommandLine>(parsed);
}

std::vector<std::string> problems(const std::vector<std::string>& arguments) {
  const auto parsed = parse(kKnown, arguments);
  REQUIRE(std::holds_alternative<WrongArguments>(parsed));
  return std::get<WrongArguments>(parsed).problems;
}

TEST_CASE("Without a measurement's name all are asked for, and numbers have their defaults", "[bench][unit]") {
  const CommandLine asked = good({"--out", "folder"});
  CHECK(asked.measurements == kKnown.measurements);
  CHECK(asked.out == "folder");
  CHECK(asked.number("seconds") == 60);
  CHECK_FALSE(asked.list);
}

TEST_CASE("Measurements come in the program's order, once each, whatever order they were named in", "[bench][unit]") {
  const CommandLine asked = good({"latency", "timer", "latency", "--out=x", "--seconds", "1.5", "--device=3"});
  CHECK(asked.measurements == std::vector<std::string>{"timer", "latency"});
  CHECK(asked.number("seconds") == 1.5);
  CHECK(asked.number("device") == 3);
}

TEST_CASE("A list needs no folder", "[bench][unit]") {
  CHECK(good({"--list"}).list);
}

TEST_CASE("All wrong arguments are named at once", "[bench][unit]") {
  const auto all = problems({"latence", "timer", "--seconds", "abc", "--device=99", "--unknown"});
  REQUIRE(all.size() == 5);
  CHECK_THAT(all[0], Catch::Contains("--unknown"));
  CHECK_THAT(all[1], Catch::Contains("latence") && Catch::Contains("timer, slice, latency"));
  CHECK_THAT(all[2], Catch::Contains("--seconds abc") && Catch::Contains("0.1 to 1000"));
  CHECK_THAT(all[3], Catch::Contains("--device 99"));
  CHECK_THAT(all[4], Catch::Contains("--out"));
}

TEST_CASE("Numbers that are none are refused", "[bench][unit]") {
  for (const char* wrong : {"--seconds=", "--seconds=nan", "--seconds=inf", "--seconds=1s", "--seconds=-1"})
    CHECK(problems({"--out", "x", wrong}).size() == 1);
  CHECK_FALSE(problems({"--out"}).empty());  // a value is missing
}

TEST_CASE("A number outside its range is called that, not no number", "[bench][unit]") {
  CHECK_THAT(problems({"--out", "x", "--seconds=1e9"}).at(0), Catch::Contains("is outside 0.1..1000"));
  CHECK_THAT(problems({"--out", "x", "--seconds=abc"}).at(0), Catch::Contains("not a number"));
}

TEST_CASE("What is wrong on this machine is named along with the other arguments", "[bench][unit]") {
  Vocabulary known = kKnown;
  known.check = [](const CommandLine& asked) { return std::vector<std::string>{"--out " + asked.out + ": full"}; };
  const auto parsed = parse(known, {"--out", "x", "--device=99"});
  REQUIRE(std::holds_alternative<WrongArguments>(parsed));
  CHECK(std::get<WrongArguments>(parsed).problems.size() == 2);
  CHECK(std::holds_alternative<CommandLine>(parse(known, {"--list"})));
}

TEST_CASE("Help and version are text to print", "[bench][unit]") {
  CHECK_THAT(std::get<PrintAndStop>(parse(kKnown, {"--help"})).text,
             Catch::Contains("--seconds") && Catch::Contains("77"));
  CHECK_THAT(std::get<PrintAndStop>(parse(kKnown, {"--version"})).text, Catch::Contains("slicewise-bench-test "));
}

}  // namespace
}  // namespace slicewise::bench
