#include <catch2/catch.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <libsched/plan/validate.hpp>
#include <libsched/scenario/validation.hpp>

namespace libsched::scenario {

namespace {

const std::string kGood = R"(source: somebody
role: validate
scenario:
  version: 1
  gpu: {model: T4}
  sharing: {mode: time-slicing, replicas: 2}
  workloads:
    - name: step
      pods: 2
      arrivals: {kind: closed}
      request: {gpu_ms: 8}
expect:
  - {workload: step, metric: mean_ms, value: 17, tolerance_pct: 5}
)";

/// `text` with the first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string issues(const Result<std::vector<ValidationCase>>& result) {
  std::string text;
  if (result) return text;
  for (const Issue& issue : result.error()) text += issue.where + ": " + issue.what + "; " + issue.fix + "\n";
  return text;
}

std::string issues(const std::string& text) {
  return issues(read_validation(text, "v.yaml", ""));
}

}  // namespace

TEST_CASE("a file of one case is named after itself", "[validation]") {
  const auto cases = read_validation(kGood, "folder/v.yaml", "folder");
  REQUIRE(issues(cases) == "");
  REQUIRE(cases->size() == 1);
  const ValidationCase& one = cases->front();
  CHECK(one.name == "v");
  CHECK(one.role == Role::kValidate);
  CHECK(one.scenario.workloads[0].pods == 2);
  REQUIRE(one.expect.size() == 1);
  CHECK(one.expect[0].metric == Metric::kMean);
  CHECK(one.expect[0].value == 17);
  CHECK(one.expect[0].tolerance_pct == 5);
}

TEST_CASE("cases share a file's scenario, each with its own changes, role and alternatives", "[validation]") {
  const std::string text = with(with(kGood, "role: validate\n", "role: fit\nprofile_of: A100-80GB\n"),
                                "expect:\n  - {workload: step, metric: mean_ms, value: 17, tolerance_pct: 5}\n",
                                R"(cases:
  - name: two
    expect: [{workload: step, metric: p99_ms, value: 17}]
  - name: three
    role: validate
    set:
      workloads[0].pods: 3
    alternatives:
      - workloads[0].request.gpu_ms: 7
      - workloads[0].request.gpu_ms: 9
    expect: [{workload: step, metric: throughput_per_s, value: 100, tolerance_pct: 1}]
)");
  const auto cases = read_validation(text, "v.yaml", "");
  REQUIRE(issues(cases) == "");
  REQUIRE(cases->size() == 2);
  CHECK((*cases)[0].role == Role::kFit);
  CHECK_FALSE((*cases)[0].expect[0].tolerance_pct);
  CHECK((*cases)[0].scenario.gpu.model.profile.preempt_us.nominal == 190);
  const ValidationCase& three = (*cases)[1];
  CHECK(three.name == "v, three");
  CHECK(three.role == Role::kValidate);
  CHECK(three.scenario.workloads[0].pods == 3);
  REQUIRE(three.alternatives.size() == 2);
  CHECK(three.alternatives[1].workloads[0].pods == 3);
  CHECK(three.alternatives[1].workloads[0].request.gpu_ms_on("T4")->mean() == 9);
  CHECK(three.alternatives[1].gpu.model.profile.preempt_us.nominal == 190);
}

TEST_CASE("everything wrong with a validation file is reported at once with its line", "[validation]") {
  const std::string found = issues(R"(role: judge
scenario:
  version: 1
  gpu: {model: T5}
  workloads:
    - name: step
      arrivals: {kind: closed}
      request: {gpu_ms: -8}
expects: 3
expect:
  - {workload: step, metric: p98_ms, value: 0, tolerance_pct: 500}
  - {metric: mean_ms, value: yes}
)");
  CHECK_THAT(found, Catch::Contains("v.yaml:1: `role`"));
  CHECK_THAT(found, Catch::Contains("`source` is missing"));
  CHECK_THAT(found, Catch::Contains("v.yaml:4: `gpu.model`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:8: `workloads[0].request.gpu_ms`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:9: unknown key `expects`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:11: `expect[0].metric`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:11: `expect[0].value`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:11: `expect[0].tolerance_pct`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:12: `expect[1].workload` is missing"));
}

TEST_CASE("a change of the scenario that is wrong is placed at its line", "[validation]") {
  const std::string text = kGood + "set:\n  workloads[0].pods: 0\n  workloads[7].pods: 2\n  gpu: {model: T4}\n";
  const std::string found = issues(text);
  CHECK_THAT(found, Catch::Contains("v.yaml:15: `workloads[0].pods`"));
  CHECK_THAT(found, Catch::Contains("v.yaml:16: "));
  CHECK_THAT(found, Catch::Contains("v.yaml:17: "));
}

TEST_CASE("an expectation of an unknown workload or a profile of an unknown card suggests the nearest",
          "[validation]") {
  CHECK_THAT(issues(with(kGood, "workload: step", "workload: stpe")), Catch::Contains("did you mean step?"));
  CHECK_THAT(issues(with(kGood, "role:", "profile_of: A100-81\nrole:")), Catch::Contains("v.yaml:2: `profile_of`"));
}

TEST_CASE("a validation file that is empty, no map or lacks a part is an issue", "[validation]") {
  CHECK_THAT(issues(""), Catch::Contains("empty"));
  CHECK_THAT(issues("[1, 2]"), Catch::Contains("a map of keys"));
  CHECK_THAT(issues("source: [\n"), Catch::Contains("not YAML"));
  CHECK_THAT(issues(with(kGood, "role: validate\n", "")), Catch::Contains("`role` is missing"));
  CHECK_THAT(issues("source: x\ncases: []\n"), Catch::Contains("`cases` has 0 entries"));
  CHECK_THAT(issues("source: x\nscenario: 3\ncases: [{name: a}, 4]\n"),
             Catch::Contains("`cases[0].expect` is missing"));
}

TEST_CASE("a folder of cases is read in the order of its names, with the issues of all files", "[validation]") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("slicewise-validate-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  CHECK_THAT(issues(plan::validation_cases_at(folder.string())), Catch::Contains("has no .yaml"));
  std::ofstream{folder / "b.yaml"} << kGood;
  std::ofstream{folder / "a.yaml"} << kGood;
  std::ofstream{folder / "readme.md"} << "not a case";
  const auto cases = plan::validation_cases_at(folder.string());
  REQUIRE(issues(cases) == "");
  REQUIRE(cases->size() == 2);
  CHECK((*cases)[0].name == "a");
  std::ofstream{folder / "a.yaml"} << "source: 1\n";
  std::ofstream{folder / "c.yaml"} << "role: 1\n";
  const std::string found = issues(plan::validation_cases_at(folder.string()));
  CHECK_THAT(found, Catch::Contains("a.yaml:1"));
  CHECK_THAT(found, Catch::Contains("c.yaml:1"));
  fs::remove_all(folder);
  CHECK_THAT(issues(plan::validation_cases_at(folder.string())), Catch::Contains("no such file"));
}

}  // namespace libsched::scenario
