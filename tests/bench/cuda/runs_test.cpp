#include "bench/cuda/runs.hpp"

#include <catch2/catch.hpp>

using namespace slicewise::bench;
using namespace slicewise::bench::cuda;

TEST_CASE("a run gets what is left of its slot after its processes have started, or nothing", "[bench][cuda][unit]") {
  const Deadline slot{10};
  const auto alone = sampling_s(slot, 1, 1, 0.1);
  const auto four = sampling_s(slot, 1, 4, 0.1);
  REQUIRE(alone);
  REQUIRE(four);
  CHECK(*alone > *four);
  CHECK(*alone < 9.5);
  CHECK_FALSE(sampling_s(Deadline{0.5}, 1, 1, 0.1));
  CHECK_FALSE(sampling_s(slot, 20, 1, 0.1));
}

TEST_CASE("a run without samples says why", "[bench][cuda][unit]") {
  Record record;
  Outcome failed;
  failed.problem = "process 0: out of memory";
  add_run(record, Run{"slice/x", {}, {}, {}}, failed);
  CHECK(record.runs[0].skipped == "process 0: out of memory");
  add_run(record, Run{"slice/y", {}, {}, {}}, Outcome{});
  CHECK(record.runs[1].skipped == "no sample in its time");

  Run some{"slice/z", {}, {}, {}};
  add_series(some, "busy_length", "ns", 0, {1, 2});
  add_run(record, some, failed);
  CHECK_FALSE(record.runs[2].skipped);
  CHECK(record.conditions.warnings.back() == "slice/z: process 0: out of memory");
}

TEST_CASE("time lines become series that count from the first stamp of all", "[bench][cuda][unit]") {
  Run run;
  add_timelines(run, {{Timeline{{1000, 1400}, 0, {{{1100, 1150}, 0}, {{1250, 1300}, 0}}, 0}},
                      {Timeline{{1120, 1500}, 0, {{{1140, 1270}, 0}}, 3}}});
  REQUIRE(run.series.size() == 6);
  CHECK(run.series[0].name == "gap_start");
  CHECK(run.series[0].samples == std::vector<double>{100, 250});
  CHECK(run.series[1].samples == std::vector<double>{50, 50});
  CHECK(run.series[2].samples == std::vector<double>{100});
  CHECK(run.series[3].process == 1);
  CHECK(run.series[3].samples == std::vector<double>{140});
  CHECK(run.series[3].dropped == 3);
  CHECK(run.series[5].samples.empty());
}
