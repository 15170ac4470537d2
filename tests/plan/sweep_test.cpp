#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <sstream>

#include <libsched/plan/sweep.hpp>
#include <libsched/scenario/simulate.hpp>

#include "fleet.hpp"

namespace libsched::plan {
namespace {

std::vector<std::string> values(const std::string& text) {
  const auto axis = read_axis(text);
  return axis ? axis->values : std::vector<std::string>{"wrong"};
}

scenario::Source source(const std::string& text = detectors()) {
  return {text, "test.yaml", "."};
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in{text};
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

const std::vector<scenario::Override> kShort = {{"run.duration_s", "20"}};

}  // namespace

TEST_CASE("an axis is a list, with ranges of whole numbers", "[plan][unit]") {
  using List = std::vector<std::string>;
  CHECK(values("a=1,2.5,x") == List{"1", "2.5", "x"});
  CHECK(values("a=2:5") == List{"2", "3", "4", "5"});
  CHECK(values("a=2:9:3,20") == List{"2", "5", "8", "20"});
  CHECK(values("a=-1:1") == List{"-1", "0", "1"});
  CHECK(values("a={dist: erlang, mean: 8, k: 2},[1,2],'x,y'") ==
        List{"{dist: erlang, mean: 8, k: 2}", "[1,2]", "'x,y'"});
  CHECK(values("a=-9223372036854775808:9223372036854775807:9223372036854775807") ==
        List{"-9223372036854775808", "-1", "9223372036854775806"});
}

TEST_CASE("an axis that says nothing is an issue at its option", "[plan][unit]") {
  for (const char* text : {"a", "=1", "a=", "a=1,,2", "a=1,", "a=5:2", "a=1:5:0", "a=1:5:-1", "a=0:100000",
                           "a=-9223372036854775808:9223372036854775807"}) {
    INFO(text);
    const auto axis = read_axis(text);
    REQUIRE(!axis.has_value());
    CHECK(axis.error()[0].where == std::string{"--vary "} + text);
    CHECK(!axis.error()[0].fix.empty());
  }
}

TEST_CASE("a sweep says what single simulations say, in input order, for any number of threads", "[plan][unit]") {
  const std::vector<Axis> axes = {{"sharing.replicas", {"4", "2"}}, {"run.seed", {"1", "2", "3"}}};
  SweepOptions options;
  options.threads = 1;
  const auto one = sweep(source(), kShort, axes, options);
  REQUIRE(one.has_value());
  REQUIRE(one->points.size() == 6);
  CHECK(one->points[1].values == std::vector<std::string>{"4", "2"});
  CHECK(one->points[3].values == std::vector<std::string>{"2", "1"});
  options.threads = 5;
  const auto many = sweep(source(), kShort, axes, options);
  REQUIRE(many.has_value());
  CHECK(to_csv(*one) == to_csv(*many));

  auto alone = scenario::read_scenario(
      source(), {{"run.duration_s", "20"}, {"sharing.replicas", "2"}, {"run.seed", "3"}, {"run.precision", "0.1"}});
  REQUIRE(alone.has_value());
  alone->run.intervals = false;
  const scenario::Report report = scenario::simulate(*alone);
  CHECK(one->points[5].report->workloads[0].latency_ms->p99.value == report.workloads[0].latency_ms->p99.value);
  CHECK(one->points[5].report->workloads[0].completed == report.workloads[0].completed);
}

TEST_CASE("scenarios can be listed one by one; each row is what it is alone", "[plan][unit]") {
  const Settings settings{{"sharing.replicas", "workloads[0].pods"}, {{"4", "4"}, {"2", "2"}, {"4", "3"}}};
  const auto all = sweep_rows(source(), kShort, settings);
  REQUIRE(all.has_value());
  const auto last = sweep_rows(source(), kShort, Settings{settings.paths, {settings.rows[2]}});
  REQUIRE(last.has_value());
  CHECK(lines(to_csv(*all)).at(3) == lines(to_csv(*last)).at(1));
  const SweepTable rows = table(*all);
  CHECK(rows.point == std::vector<std::size_t>{0, 1, 2});
  CHECK(std::get<std::vector<std::int64_t>>(rows.columns.at(1).values) == std::vector<std::int64_t>{4, 2, 3});
}

TEST_CASE("a seed of its own depends on the scenario, not on its place, and gives the same row again", "[plan][unit]") {
  SweepOptions options;
  options.seeds = Seeds::kOwn;
  const auto ab =
      sweep_rows(source(), kShort, Settings{{"workloads[0].pods", "run.seed"}, {{"4", "1"}, {"3", "1"}}}, options);
  const auto ba =
      sweep_rows(source(), kShort, Settings{{"run.seed", "workloads[0].pods"}, {{"1", "3"}, {"1", "4"}}}, options);
  REQUIRE(ab.has_value());
  REQUIRE(ba.has_value());
  const auto seed = [](const Sweep& of, std::size_t i) { return of.points[i].report->seed; };
  CHECK(seed(*ab, 0) == seed(*ba, 1));
  CHECK(seed(*ab, 0) != seed(*ab, 1));
  CHECK(seed(*ab, 0) < std::uint64_t{1} << 53);
  auto again = scenario::read_scenario(
      source(), {{"run.duration_s", "20"}, {"workloads[0].pods", "4"}, {"run.seed", std::to_string(seed(*ab, 0))}});
  again->run.intervals = false;
  CHECK(scenario::simulate(*again).workloads[0].completed == ab->points[0].report->workloads[0].completed);
}

TEST_CASE("points of a sweep see the same arrivals", "[plan][unit]") {
  // The same requests come, whatever the card's slice: what arrived in the time simulated is the same number.
  const auto swept = sweep(source(), {{"run.duration_s", "50"}, {"workloads[0].request.gpu_ms", "1"}},
                           {{"gpu.slice_us", {"500", "1000", "4000"}}});
  REQUIRE(swept.has_value());
  for (const SweepPoint& point : swept->points) {
    const auto count = static_cast<double>(point.report->workloads[0].completed);
    CHECK(count == Approx(static_cast<double>(swept->points[0].report->workloads[0].completed)).margin(2));
  }
}

TEST_CASE("whatever is wrong with any point is told at once, each thing once", "[plan][unit]") {
  const auto swept = sweep(source(), {}, {{"sharing.replicas", {"1", "4", "0"}}, {"workloads[0].pods", {"2", "-1"}}});
  REQUIRE(!swept.has_value());
  std::vector<std::string> places;
  for (const Issue& issue : swept.error()) places.push_back(issue.where);
  CHECK(places == std::vector<std::string>{"--vary sharing.replicas=1", "--vary workloads[0].pods=-1",
                                           "--vary sharing.replicas=0"});
}

TEST_CASE("what is wrong in the file at some points only names the first of them", "[plan][unit]") {
  const auto swept = sweep(source(), {}, {{"gpu", {"{model: T4}", "{model: A10G}"}}});
  REQUIRE(!swept.has_value());
  REQUIRE(swept.error().size() == 1);
  CHECK(swept.error()[0].where.starts_with("test.yaml:"));
  CHECK(swept.error()[0].what.ends_with("(with gpu={model: A10G})"));
  const auto broken = sweep(source("version: 2\n"), {}, {{"run.seed", {"1", "2"}}});
  REQUIRE(!broken.has_value());
  for (const Issue& issue : broken.error()) CHECK(issue.what.find("with run.seed") == std::string::npos);
}

TEST_CASE("an axis given twice and a grid too large are issues", "[plan][unit]") {
  const auto twice = sweep(source(), {}, {{"run.seed", {"1"}}, {"run.seed", {"2"}}});
  REQUIRE(!twice.has_value());
  CHECK(twice.error()[0].where == "--vary run.seed");
  const auto large =
      sweep(source(), {}, {{"a", std::vector<std::string>(1000, "1")}, {"b", std::vector<std::string>(101, "1")}});
  REQUIRE(!large.has_value());
  CHECK(large.error()[0].where == "--vary");
}

TEST_CASE("an axis without values spans no point", "[plan][unit]") {
  const auto swept = sweep(source(), {}, {{"run.seed", {}}});
  REQUIRE(swept.has_value());
  CHECK(swept->points.empty());
  CHECK(lines(to_csv(*swept)).size() == 1);
}

TEST_CASE("an interrupted sweep keeps the points that are done, whole ones only", "[plan][unit]") {
  std::atomic<bool> interrupt{true};
  SweepOptions options;
  options.interrupt = &interrupt;
  const auto swept = sweep(source(), kShort, {{"run.seed", {"1", "2"}}}, options);
  REQUIRE(swept.has_value());
  CHECK(swept->done() == 0);
  CHECK(lines(to_csv(*swept)).size() == 1);

  interrupt = false;
  options.threads = 1;
  options.progress = [&](double fraction) { interrupt = fraction >= 0.5; };
  const auto half = sweep(source(), {}, {{"run.duration_s", {"1", "100000000"}}}, options);
  REQUIRE(half.has_value());
  CHECK(half->done() == 1);
  CHECK(lines(to_csv(*half)).size() == 2);
}

TEST_CASE("the rows quote what needs it and leave out what does not exist", "[plan][unit]") {
  std::string text = detectors();
  text.replace(text.find("name: detector"), 14, "name: 'says \"hi\"'");
  const auto swept =
      sweep(source(text), kShort, {{"workloads[0].request.gpu_ms", {"{dist: erlang, mean: 8, k: 2}", "800"}}});
  REQUIRE(swept.has_value());
  const auto rows = lines(to_csv(*swept));
  REQUIRE(rows.size() == 3);
  CHECK(rows[0] ==
        "workloads[0].request.gpu_ms,workload,pods,pending,crashing,completed,throughput_per_s,mean_ms,p50_ms,p90_ms,"
        "p95_ms,"
        "p99_ms,max_ms,stable,slo_p99_ms,slo_met,oom_probability_per_day,busy_fraction,switch_fraction,stopped,seed");
  CHECK(rows[1].starts_with("\"{dist: erlang, mean: 8, k: 2}\",\"says \"\"hi\"\"\",4,8,0,"));
  CHECK(rows[1].ends_with(",duration,1"));
  // 800 ms at 15 requests per second is twelve GPUs' worth: no latency to give.
  CHECK(rows[2].find(",,,,,,false,60,false,,") != std::string::npos);
}

TEST_CASE("a sweep does not hide pods that never get their memory, nor those that may run out", "[plan][unit]") {
  std::string text = detectors();
  text.insert(text.find("    slo:"), "    memory_mib: 3000\n");
  // 15060 MiB: four of 3000 and a context surely fit, of 3630 perhaps, of 4500 three at most.
  const auto swept = sweep(source(text), kShort, {{"workloads[0].memory_mib", {"3000", "3630", "4500"}}});
  REQUIRE(swept.has_value());
  const SweepTable rows = table(*swept);
  const auto column = [&](const std::string& name) {
    return std::find_if(rows.columns.begin(), rows.columns.end(), [&](const Column& c) { return c.name == name; })
        ->values;
  };
  CHECK(std::get<std::vector<std::int64_t>>(column("crashing")) == std::vector<std::int64_t>{0, 0, 1});
  const auto risk = std::get<std::vector<double>>(column("oom_probability_per_day"));
  CHECK(risk[0] == 0);
  CHECK(risk[1] > 0);
  CHECK(risk[1] < 1);
  CHECK(risk[2] == 1);
  // The survivors have a p99 all the same.
  CHECK(std::get<std::vector<double>>(column("p99_ms"))[2] > 0);
}

TEST_CASE("with intervals every measured column has a low and a high beside it", "[plan][unit]") {
  SweepOptions options;
  options.intervals = true;
  const auto swept = sweep(source(), kShort, {{"run.seed", {"1"}}}, options);
  REQUIRE(swept.has_value());
  const auto rows = lines(to_csv(*swept));
  CHECK(rows[0].find("p99_ms,p99_ms_low,p99_ms_high,max_ms,max_ms_low,max_ms_high,stable") != std::string::npos);
  const auto cells = [](const std::string& row) { return std::count(row.begin(), row.end(), ','); };
  CHECK(cells(rows[0]) == cells(rows[1]));
}

}  // namespace libsched::plan
