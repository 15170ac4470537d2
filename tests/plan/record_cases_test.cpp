// Latency runs made by the simulator itself, of a device with known parameters: fitted to a third of the scenarios, it
// predicts the rest.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>

#include <libsched/calib/latency_run.hpp>
#include <libsched/plan/record_cases.hpp>
#include <libsched/plan/validate.hpp>
#include <libsched/scenario/simulate.hpp>

#include "calib/world.hpp"

namespace libsched::plan {
namespace {

using namespace calib::testing;
using calib::Record;
using calib::Run;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

constexpr double kSlice = 40'000, kSwitch = 60;  // us
constexpr const char* kYields = "0";
constexpr const char* kKeeps = "0.001";

struct Setting {
  int processes = 1;
  std::string request = "short";
  double request_us = 2'000;
  int bursts = 1;
  double host_us = 0;
  double rate_per_s = 0;
  double think_us = 0;
  bool busy = false;
};

/// What the bench program would have written: `n` latencies by the law of the simulated ones.
Run latency(const Setting& set, const std::string& ring, const std::string& idle_gap_us = kYields) {
  const std::string arrivals =
      set.rate_per_s > 0
          ? fmt::format("{{kind: poisson, rate_per_s: {}}}", set.rate_per_s)
          : fmt::format("{{kind: closed, think_ms: {}}}",
                        set.think_us > 0 ? fmt::format("{{dist: exponential, mean: {}}}", set.think_us / 1e3) : "0");
  std::string text = fmt::format(
      "version: 1\ngpu: {{model: T4, slice_us: {}, switch_us: {}, refill_us: 0, idle_gap_us: {}, ring: {}}}\n"
      "sharing: {{mode: time-slicing, replicas: 8}}\nrun: {{duration_s: 400}}\nworkloads:\n"
      "  - {{name: w, pods: {}, arrivals: {}, request: {{gpu_ms: {{dist: lognormal, mean: {}, cv: 0.03}}, cpu_ms: {}, "
      "bursts: {}}}}}\n",
      kSlice, kSwitch, idle_gap_us, ring, set.busy ? 1 : set.processes, arrivals, set.request_us / 1e3,
      set.bursts * set.host_us / 1e3, set.bursts);
  if (set.busy) {
    text += fmt::format("  - {{name: n, pods: {}, arrivals: {{kind: closed}}, request: {{gpu_ms: 1e9}}}}\n",
                        set.processes - 1);
  }
  auto scenario = scenario::read_scenario(text, "s.yaml", ".");
  REQUIRE(scenario);
  scenario->gpu.model.profile.host_contention = Estimate::exact(0, "test");
  scenario->run.intervals = false;
  const scenario::Report report = scenario::simulate(*scenario);
  const scenario::WorkloadReport& work = report.workloads[0];
  REQUIRE(work.latency_ms);
  std::mt19937_64 bits{7};
  std::uniform_real_distribution<double> chance{0, 1};
  std::vector<double> samples;
  for (int i = 0; i < 4000; ++i) {
    const double p = chance(bits);
    const auto& law = work.distribution_ms;
    const auto above = std::lower_bound(law.begin(), law.end(), p, [](const auto& a, double b) { return a.first < b; });
    double ms = law.back().second;
    if (above == law.begin()) {
      ms = law.front().second;
    } else if (above != law.end()) {
      const auto below = above - 1;
      ms = below->second + (p - below->first) / (above->first - below->first) * (above->second - below->second);
    }
    samples.push_back(ms * 1e6);
  }
  Run run{fmt::format("latency/processes:{}/request:{}/rate:{}/think:{}/{}", set.processes, set.request, set.rate_per_s,
                      set.think_us, set.busy ? "busy" : "alike"),
          {{"processes", static_cast<double>(set.processes)},
           {"neighbours", set.busy ? "busy" : "alike"},
           {"request", set.request},
           {"request_us", set.request_us},
           {"bursts", static_cast<double>(set.bursts)},
           {"host_us", set.host_us},
           {"loop", set.rate_per_s > 0 ? "open" : "closed"},
           {"rate_per_s", set.rate_per_s},
           {"think_us", set.think_us},
           {"think", set.think_us > 0 ? "exponential" : "constant"}},
          {},
          {series("latency", std::move(samples), 0), series("completions", {work.throughput_per_s.value * 400}, 0),
           series("window", {400e9}, 0)}};
  return run;
}

Record latencies(const std::string& ring, const std::string& idle_gap_us = kYields) {
  Record record = empty_record("latency");
  const Setting brief{}, medium{1, "medium", 10'000}, spread{1, "long", 100'000}, bursts{1, "bursts", 3'000, 3, 1'000};
  for (const Setting& one : {brief, medium, spread, bursts}) record.runs.push_back(latency(one, ring, idle_gap_us));
  for (int n = 2; n <= 4; ++n) {
    for (Setting one : {brief, medium, spread, bursts}) {
      one.processes = n;
      record.runs.push_back(latency(one, ring, idle_gap_us));
    }
    Setting busy = brief;
    busy.processes = n;
    busy.busy = true;
    record.runs.push_back(latency(busy, ring, idle_gap_us));
  }
  for (const int n : {2, 4}) {
    Setting open = medium, think = medium;
    open.processes = think.processes = n;
    open.rate_per_s = 60.0 / n;
    think.think_us = 20'000;
    record.runs.push_back(latency(open, ring, idle_gap_us));
    record.runs.push_back(latency(think, ring, idle_gap_us));
  }
  return record;
}

World world(hw::Ring ring) {
  World world = a100();
  world.truth.slice = from_us(kSlice);
  world.truth.preempt = world.truth.voluntary = world.truth.idle = from_us(kSwitch);
  world.truth.ring = ring;
  return world;
}

std::vector<Record> made(hw::Ring ring) {
  const World one = world(ring);
  return {slice_record(one, 4, 30), switch_record(one), ring_record(one),
          latencies(ring == hw::Ring::kArrival ? "arrival" : "creation")};
}

/// Made once: each takes some seconds of simulation.
std::vector<Record> records(hw::Ring ring) {
  static const std::vector<Record> arrival = made(hw::Ring::kArrival), creation = made(hw::Ring::kCreation);
  return ring == hw::Ring::kArrival ? arrival : creation;
}

}  // namespace

TEST_CASE("what a third of the scenarios fits predicts the others", "[plan][invariant]") {
  for (const hw::Ring ring : {hw::Ring::kArrival, hw::Ring::kCreation}) {
    const auto cases = record_cases(records(ring));
    REQUIRE(cases);
    CHECK(cases->fit.ring_identified);
    CHECK(cases->fit.profile.ring == ring);
    REQUIRE(cases->cases.size() == 19);
    const Validation validation = validate(cases->cases);
    std::size_t judging = 0;
    for (const ValidationRow& row : validation.rows) {
      INFO(row.name << " " << scenario::name(row.metric) << ": " << (row.predicted ? row.predicted->value : 0)
                    << ", measured " << row.measured);
      REQUIRE(row.predicted);
      CHECK(row.met);
      const double close = row.metric == scenario::Metric::kP99 ? 8 : 4;
      CHECK(std::abs(row.error_pct) < close);
      judging += row.role == scenario::Role::kValidate;
    }
    CHECK(judging > validation.rows.size() / 2);
  }
}

TEST_CASE("whether a tenant that runs dry keeps the device is told from short requests", "[plan][invariant]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  const auto yields = record_cases(all);
  REQUIRE(yields);
  CHECK(yields->fit.profile.idle_gap_us.nominal == 0);
  all.back() = latencies("arrival", kKeeps);
  const auto keeps = record_cases(all);
  REQUIRE(keeps);
  CHECK(keeps->fit.profile.idle_gap_us.nominal == Approx(0.001));
  for (const ValidationRow& row : validate(keeps->cases).rows) {
    // 2.5 slices that run on into the next request: half of them wait twice, half three times, the median anywhere.
    if (row.metric == scenario::Metric::kP50 && row.name.find("long") != std::string::npos) continue;
    INFO(row.name << " " << scenario::name(row.metric));
    CHECK(row.met);
  }
}

TEST_CASE("the pause through which a tenant keeps the device is bracketed", "[plan][invariant]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  Record& sweep = all.back();
  sweep.runs.clear();
  const std::string gap_us = "15";
  sweep.runs.push_back(latency({1, "gap", 100}, "arrival", gap_us));
  for (const double host_us : {1.0, 10.0, 20.0, 100.0}) {
    Run one = latency({2, "gap", 100, 1, host_us, 0, 0, true}, "arrival", gap_us);
    one.name += fmt::format("/host:{}", host_us);
    sweep.runs.push_back(std::move(one));
  }
  const auto fit = calib::fit_profile(all);
  REQUIRE(fit);
  CHECK(fit->profile.idle_gap_us.nominal == Approx(10.001));
  CHECK(fit->profile.idle_gap_us.low == Approx(10));
  CHECK(fit->profile.idle_gap_us.high == Approx(20));
}

TEST_CASE("a host that runs ahead is simulated so", "[plan][unit]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  for (Run& run : all.back().runs) run.parameters.emplace_back("waits", "at the end");
  const auto cases = record_cases(all);
  REQUIRE(cases);
  for (const scenario::ValidationCase& one : cases->cases) {
    CHECK(one.scenario.workloads[0].request.launch == workload::Launch::kAsync);
  }
}

TEST_CASE("no scenario both fits and judges", "[plan][invariant]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  // The same runs again, as a second session has them.
  Record again = all.back();
  again.origin = "again/latency.json";
  again.started = "2026-12-01T12:00:00Z";
  all.push_back(again);
  const auto cases = record_cases(all);
  REQUIRE(cases);
  CHECK(cases->cases.size() == 38);
  std::set<std::string> fits, judges;
  for (const scenario::ValidationCase& one : cases->cases) {
    (one.role == scenario::Role::kFit ? fits : judges).insert(one.name);
  }
  CHECK(fits.size() == 7);
  CHECK(judges.size() == 12);
  for (const std::string& name : fits) CHECK_FALSE(judges.contains(name));
}

TEST_CASE("a measurement given twice is predicted once", "[plan][unit]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  all.push_back(all.back());
  all.back().origin = "copy.json";
  const auto cases = record_cases(all);
  REQUIRE(cases);
  CHECK(cases->cases.size() == 19);
  CHECK(std::find(cases->notes.begin(), cases->notes.end(),
                  "set aside: copy.json is the same measurement as latency.json and counts once") !=
        cases->notes.end());
}

TEST_CASE("one record that cannot be predicted is named alone", "[plan][unit]") {
  const auto none = record_cases({slice_record(world(hw::Ring::kArrival), 4, 30)});
  REQUIRE_FALSE(none);
  CHECK(none.error()[0].where == "slice.json");
  CHECK(none.error()[0].what == "has no latency run that can be predicted");
}

TEST_CASE("runs that judge set no parameter", "[plan][invariant]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  const auto before = record_cases(all);
  REQUIRE(before);
  for (Run& run : all.back().runs) {
    const auto one = std::find_if(before->cases.begin(), before->cases.end(),
                                  [&](const scenario::ValidationCase& c) { return c.name == run.name; });
    if (one == before->cases.end() || one->role == scenario::Role::kFit) continue;
    for (double& sample : run.series[0].samples) sample *= 3;
    run.series[1].samples[0] /= 3;
  }
  const auto after = record_cases(all);
  REQUIRE(after);
  CHECK(calib::to_yaml(before->fit) == calib::to_yaml(after->fit));
}

TEST_CASE("a device whose speed moves widens the interval", "[plan][unit]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  std::vector<double>& alone = all.back().runs[0].series[0].samples;
  for (std::size_t i = 0; i < alone.size() / 5; ++i) alone[i] *= 1.2;
  const auto cases = record_cases(all);
  REQUIRE(cases);
  const auto& one = cases->cases[0];
  REQUIRE(one.alternatives.size() >= 1);
  CHECK_THAT(one.note, Contains("to +18"));
}

TEST_CASE("what cannot be predicted is said", "[plan][unit]") {
  std::vector<Record> all = records(hw::Ring::kArrival);
  std::erase_if(all.back().runs, [](const Run& run) {
    return run.name.find("processes:1") != std::string::npos && run.name.find("medium") != std::string::npos;
  });
  all.back().runs[1].skipped = "no time left";
  const auto cases = record_cases(all);
  REQUIRE(cases);
  const auto said = [&](const std::string& what) {
    return std::any_of(cases->notes.begin(), cases->notes.end(),
                       [&](const std::string& note) { return note.find(what) != std::string::npos; });
  };
  CHECK(said("no run of one process says what its request takes alone"));
  CHECK(said("was skipped: no time left"));
  all.pop_back();
  const auto none = record_cases(all);
  REQUIRE_FALSE(none);
  CHECK_THAT(none.error()[0].what, Contains("no latency run"));
}

}  // namespace libsched::plan
