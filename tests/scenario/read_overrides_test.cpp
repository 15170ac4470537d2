#include <catch2/catch.hpp>

#include <libsched/scenario/source_tree.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {

using test::issues;
using test::read;

TEST_CASE("overrides reach values by key, index and workload name", "[scenario][unit]") {
  const auto result =
      read(test::kSmallest,
           {{"workloads[0].pods", "3"}, {"workloads.detector.arrivals.rate_per_s", "20"}, {"gpu.model", "A10G"}});
  REQUIRE(issues(result) == "");
  CHECK(result->workloads[0].pods == 3);
  CHECK(std::get<workload::Poisson>(result->workloads[0].arrivals).rate_per_s == 20.0);
  CHECK(result->gpu.model.name == "A10G");
  CHECK(result->workloads[0].request.gpu_ms_on("A10G") != nullptr);
}

TEST_CASE("an override creates the maps on its way", "[scenario][unit]") {
  const auto result =
      read(test::kSmallest, {{"sharing.mode", "time-slicing"}, {"sharing.replicas", "6"}, {"run.seed", "5"}});
  REQUIRE(issues(result) == "");
  CHECK(result->sharing.mode == Mode::kTimeSlicing);
  CHECK(result->sharing.replicas == 6);
  CHECK(result->run.seed == 5);
}

TEST_CASE("the last override of a path wins", "[scenario][unit]") {
  const auto result = read(test::kSmallest, {{"run.seed", "5"}, {"run.seed", "6"}});
  REQUIRE(issues(result) == "");
  CHECK(result->run.seed == 6);
}

TEST_CASE("an override that leads nowhere is an issue", "[scenario][unit]") {
  const auto found = [](const std::string& path, const std::string& value = "1") {
    return issues(read(test::kSmallest, {{path, value}}));
  };
  CHECK_THAT(found("workloads[1].pods"), Catch::StartsWith("--set workloads[1].pods: `workloads` has 1 entries"));
  CHECK_THAT(found("workloads.detecter.pods"), Catch::Contains("did you mean detector?"));
  CHECK_THAT(found("workloads.zzzzzzzz.pods"), Catch::Contains("workloads[0]"));
  CHECK_THAT(found("version.x"), Catch::Contains("`version` is not a map"));
  CHECK_THAT(found("gpu[0]"), Catch::Contains("`gpu` is not a list"));
  CHECK_THAT(found("gpu.modle", "T4"),
             Catch::StartsWith("--set gpu.modle: unknown key `gpu.modle`; did you mean `model`?"));
  for (const char* path : {"", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[0", "a[0]b", "[0]", "a[-1]", "a]",
                           "a[99999999999999999999999]"}) {
    CAPTURE(path);
    CHECK_THAT(found(path), Catch::Contains("this is no path into the scenario"));
  }
  CHECK_THAT(found("run.seed", ""), Catch::Contains("--set run.seed: the text is empty; give a value"));
  CHECK_THAT(found("run.seed", "a: b: c"), Catch::Contains("--set run.seed: this is not YAML"));
}

TEST_CASE("a bracket or a quote without its partner is named", "[scenario][unit]") {
  const auto found = [](const std::string& value) { return issues(read(test::kSmallest, {{"run.seed", value}})); };
  CHECK_THAT(found("{a: 1"), Catch::Contains("--set run.seed: a { of the value is not closed; add the }"));
  CHECK_THAT(found("[1, {a: 2}"), Catch::Contains("a [ of the value is not closed; add the ]"));
  CHECK_THAT(found("\"a"), Catch::Contains("the quote \" of the value is not closed"));
  CHECK_THAT(found("'it''s"), Catch::Contains("the quote ' of the value is not closed"));
  CHECK_THAT(found("{a: ]"), Catch::Contains("the value has ] where } is due"));
  CHECK_THAT(found("1]"), Catch::Contains("run.seed"));
}

TEST_CASE("null in the place of a list's entry takes it out", "[scenario][unit]") {
  const std::string two = std::string{test::kSmallest} +
                          "  - {name: other, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 1}}\n";
  for (const char* path : {"workloads[0]", "workloads.detector"}) {
    const auto scenario = read(two, {{path, "null"}});
    REQUIRE(scenario.has_value());
    REQUIRE(scenario->workloads.size() == 1);
    CHECK(scenario->workloads[0].name == "other");
  }
  CHECK_THAT(issues(read(test::kSmallest, {{"workloads[0]", "null"}})), Catch::Contains("`workloads` has 0 entries"));
}

TEST_CASE("a source parsed once reads like its text, for each set of overrides", "[scenario][unit]") {
  const auto tree = SourceTree::parse({test::kSmallest, "t.yaml", "."});
  REQUIRE(tree.has_value());
  CHECK(tree->read({{"workloads[0].pods", "3"}})->workloads[0].pods == 3);
  CHECK(tree->read({})->workloads[0].pods == read(test::kSmallest, {})->workloads[0].pods);
  CHECK(issues(tree->read({{"run.seed", "x"}})) == issues(read(test::kSmallest, {{"run.seed", "x"}})));
  CHECK(!SourceTree::parse({"{", "t.yaml", "."}).has_value());
}

TEST_CASE("issues of the file and of overrides come together", "[scenario][unit]") {
  const std::string found = issues(read("version: 1\ngpu: {model: T44}\n", {{"sharing.replicas", "x"}, {"a..b", "1"}}));
  CHECK_THAT(found, Catch::Contains("--set a..b"));
  CHECK_THAT(found, Catch::Contains("t.yaml:2: `gpu.model`"));
  CHECK_THAT(found, Catch::Contains("--set sharing.replicas: `sharing.mode` is missing"));
}

}  // namespace libsched::scenario
