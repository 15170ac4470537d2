#include "bench/cuda/timeline.hpp"

#include <catch2/catch.hpp>

#include "bench/cuda/timeline_columns.hpp"

namespace {

using namespace slicewise::bench::cuda;

// Two processes in turn: A on 0-100, 150-250, 300-400; B on 120-140 (short), 270-290, 420-500.
Timeline a() {
  return {{0, 400}, 30, {{{100, 150}, 10}, {{250, 300}, 20}}, 0};
}
Timeline b() {
  return {{120, 500}, 9, {{{140, 270}, 3}, {{290, 420}, 6}}, 0};
}

}  // namespace

TEST_CASE("the stays that a measurement's start or end cuts do not count as whole ones", "[bench][cuda][unit]") {
  CHECK(whole_visits(a()) == std::vector<Interval>{{150, 250}});
  CHECK(whole_visits(b()) == std::vector<Interval>{{270, 290}});
  CHECK(whole_visits(Timeline{{0, 400}, 1, {}, 0}).empty());
}

TEST_CASE("stays of all processes are listed in order of time", "[bench][cuda][unit]") {
  const std::vector<Visit> expected = {{0, {0, 100}},   {1, {120, 140}}, {0, {150, 250}},
                                       {1, {270, 290}}, {0, {300, 400}}, {1, {420, 500}}};
  CHECK(visits({a(), b()}) == expected);
}

TEST_CASE("nothing is said about the time after a log was full", "[bench][cuda][unit]") {
  Timeline full = a();
  full.dropped = 2;  // what is known ends with its last absence, at 300
  const std::vector<Visit> expected = {{0, {0, 100}}, {1, {120, 140}}, {0, {150, 250}}, {1, {270, 290}}};
  CHECK(visits({full, b()}) == expected);
}

TEST_CASE("a handover costs what lies between the last stamp of one and the first of the next", "[bench][cuda][unit]") {
  const Handovers found = handovers(visits({a(), b()}));
  CHECK(found.cost_ns == std::vector<double>{20, 10, 20, 10, 20});
  CHECK(found.overlaps == 0);
}

TEST_CASE("processes that run at the same time are counted as overlaps, not as cheap switches", "[bench][cuda][unit]") {
  const Handovers found = handovers({{0, {0, 100}}, {1, {50, 150}}, {1, {160, 170}}});
  CHECK(found.cost_ns.empty());
  CHECK(found.overlaps == 1);
}

TEST_CASE("a short kernel within one absence shows both switches", "[bench][cuda][unit]") {
  const Interruptions found = interruptions(a(), {{270, 290}, {120, 140}});
  CHECK(found.preempt_ns == std::vector<double>{20, 20});
  CHECK(found.voluntary_ns == std::vector<double>{10, 10});
}

TEST_CASE("absences with no kernel or two in them say nothing about one switch", "[bench][cuda][unit]") {
  CHECK(interruptions(a(), {{110, 120}, {130, 140}}).preempt_ns.empty());
  CHECK(interruptions(a(), {}).preempt_ns.empty());
  CHECK(interruptions(a(), {{20, 30}, {140, 160}, {260, 280}}).preempt_ns == std::vector<double>{10});
}

TEST_CASE("lost time is a stay's length less what its work takes alone", "[bench][cuda][unit]") {
  CHECK(lost_ns(a(), 8) == std::vector<double>{100 - 10 * 8});
  CHECK(lost_ns(Timeline{}, 8).empty());
}

TEST_CASE("only what happened while all computed is kept", "[bench][cuda][unit]") {
  std::vector<Timeline> both = {a(), b()};  // all compute from 120 to 400
  keep_common(both);
  CHECK(both[0].whole == Interval{150, 400});  // at 120 the first one was off
  REQUIRE(both[0].absences.size() == 1);
  CHECK(both[0].absences[0].off == Interval{250, 300});
  CHECK(both[1].whole == Interval{120, 290});  // at 400 the second one was off
  REQUIRE(both[1].absences.size() == 1);
  CHECK(both[1].absences[0].off == Interval{140, 270});
  CHECK(handovers(visits(both)).overlaps == 0);
  CHECK(handovers(visits(both)).cost_ns == std::vector<double>{10, 20, 10});
}

TEST_CASE("time lines, intervals and words survive the way through columns", "[bench][cuda][unit]") {
  Columns columns;
  Timeline one = a();
  one.dropped = 7;
  put_timeline(columns, "x/", one);
  put_intervals(columns, "k/", {{1, 2}, {3, 4}});
  put_text(columns, "name", "Tesla T4");
  const Timeline back = timeline_of(columns, "x/");
  CHECK(back.whole == one.whole);
  CHECK(back.work == 30);
  CHECK(back.dropped == 7);
  REQUIRE(back.absences.size() == 2);
  CHECK(back.absences[1].off == Interval{250, 300});
  CHECK(back.absences[1].work == 20);
  CHECK(intervals_of(columns, "k/") == std::vector<Interval>{{1, 2}, {3, 4}});
  CHECK(text_of(columns, "name") == "Tesla T4");
  CHECK(timeline_of(columns, "y/").absences.empty());
  CHECK(column(columns, "none").empty());
  CHECK(number(columns, "none", 5) == 5);
}
