// Records of devices with known parameters: the profile that comes out is the one that went in.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <libsched/calib/fit.hpp>
#include <libsched/hw/catalog.hpp>

#include "calib/world.hpp"

namespace libsched::calib {
namespace {

using namespace testing;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

double us(Duration time) {
  return static_cast<double>(time.count()) * 1e-3;
}

void check(const Fit& fit, const World& world) {
  CHECK(fit.profile.slice_us.nominal == Approx(us(world.truth.slice)).epsilon(0.01));
  CHECK(fit.profile.preempt_us.nominal == Approx(us(world.truth.preempt)).epsilon(0.05));
}

const FittedParameter& parameter(const Fit& fit, const std::string& name) {
  return *std::find_if(fit.parameters.begin(), fit.parameters.end(),
                       [&](const FittedParameter& one) { return one.name == name; });
}

}  // namespace

TEST_CASE("a profile is recovered from turns, a grid and switches", "[calib][oracle]") {
  const World world = a100();
  const auto fit = fit_profile({slice_record(world), switch_record(world), ring_record(world)});
  REQUIRE(fit);
  check(*fit, world);
  CHECK(fit->profile.voluntary_us.nominal == Approx(175).epsilon(0.01));
  CHECK(fit->profile.idle_us.nominal == Approx(165).epsilon(0.01));
  CHECK_FALSE(fit->profile.assumed);
  for (const Estimate* one : {&fit->profile.slice_us, &fit->profile.preempt_us, &fit->profile.voluntary_us}) {
    CHECK(one->low <= one->nominal);
    CHECK(one->nominal <= one->high);
    CHECK_THAT(one->source, Contains("measured 2026-11-30"));
  }
  CHECK(fit->profile.slice_us.low <= us(world.truth.slice));
  CHECK(fit->profile.slice_us.high >= us(world.truth.slice));
  REQUIRE(fit->residuals.size() == 6);
  for (const FitResidual& one : fit->residuals) CHECK(std::abs(one.error_pct()) < 0.5);
}

TEST_CASE("a profile is recovered from two processes only", "[calib][oracle]") {
  const World world = a100();
  const auto fit = fit_profile({slice_record(world, 2, 30)});
  REQUIRE(fit);
  check(*fit, world);
}

TEST_CASE("a profile is recovered through ticks of 1024 ns and a clock that drifts", "[calib][oracle]") {
  for (const double drift : {0.0, 1e-4, -3e-4}) {
    World world = a100();
    world.tick_ns = 1024;
    world.drift = drift;
    const auto fit = fit_profile({slice_record(world), switch_record(world)});
    REQUIRE(fit);
    check(*fit, world);
  }
}

TEST_CASE("slices and switches of very different lengths are recovered", "[calib][oracle]") {
  for (const Duration slice : {Duration{1ms}, Duration{20ms}, Duration{100ms}}) {
    for (const int part : {10, 500, 20'000}) {
      World world = a100();
      world.truth.slice = slice;
      world.truth.preempt = slice / part;
      world.noise_ns = static_cast<double>(world.truth.preempt.count()) / 100;
      const auto fit = fit_profile({slice_record(world), switch_record(world)});
      INFO("slice " << us(slice) << " us, switch " << us(world.truth.preempt) << " us");
      REQUIRE(fit);
      check(*fit, world);
    }
  }
}

TEST_CASE("gaps of interrupts between turns change nothing", "[calib][oracle]") {
  const World world = a100();
  Record record = slice_record(world, 3, 60);
  for (Run& run : record.runs) {
    for (std::size_t s = 0; s + 2 < run.series.size(); s += 3) {
      Series &start = run.series[s], &length = run.series[s + 1];
      // After each gap, 0.3 ms into the turn, 20 us of something else.
      std::vector<double> starts, lengths;
      for (std::size_t i = 0; i < start.samples.size(); ++i) {
        starts.insert(starts.end(), {start.samples[i], start.samples[i] + length.samples[i] + 300e3});
        lengths.insert(lengths.end(), {length.samples[i], 20e3});
      }
      start.measured = length.measured = starts.size();
      start.samples = starts;
      length.samples = lengths;
    }
  }
  const auto fit = fit_profile({record});
  REQUIRE(fit);
  check(*fit, world);
}

TEST_CASE("the ring is told from where newcomers come in", "[calib][oracle]") {
  for (const hw::Ring ring : {hw::Ring::kArrival, hw::Ring::kCreation}) {
    World world = a100();
    world.truth.ring = ring;
    const auto fit = fit_profile({slice_record(world), ring_record(world)});
    REQUIRE(fit);
    CHECK(fit->ring_identified);
    CHECK(fit->profile.ring == ring);
  }
  const auto fit = fit_profile({slice_record(a100()), ring_record(a100(), 3, 1)});
  REQUIRE(fit);
  CHECK_FALSE(fit->ring_identified);
}

TEST_CASE("the ring is told from what a program says of newcomers", "[calib][unit]") {
  Record ring = empty_record("ring");
  ring.runs = {{"ring/shot:0",
                {{"processes", 4.0}},
                {},
                {series("newcomer_by_creation", {1, 0, 0, 1}), series("newcomer_by_arrival", {1, 1, 1, 1})}}};
  auto fit = fit_profile({slice_record(a100()), ring});
  REQUIRE(fit);
  CHECK_FALSE(fit->ring_identified);  // two that speak, two that agree with both
  ring.runs[0].series[0].samples = {1, 0, 0, 0};
  fit = fit_profile({slice_record(a100()), ring});
  REQUIRE(fit);
  CHECK(fit->ring_identified);
  CHECK(fit->profile.ring == hw::Ring::kArrival);
}

TEST_CASE("a launch's own latency is no switch, and a cache's refill is read where it fits", "[calib][unit]") {
  Record switches = switch_record(a100());
  Series own = series("launch_own", {8'000, 8'100, 7'900});
  switches.runs[2].series.push_back(own);
  const auto refill = [](double bytes, double ns) {
    return Run{"switch/refill/" + std::to_string(bytes),
               {{"working_set_bytes", bytes}, {"l2_bytes", 4e6}},
               {},
               {series("refill", std::vector<double>(20, ns), 0)}};
  };
  for (const auto& [bytes, ns] : {std::pair{1e6, 20e3}, {4e6, 40e3}, {64e6, 900e3}}) {
    switches.runs.push_back(refill(bytes, ns));
  }
  const auto fit = fit_profile({slice_record(a100()), switches});
  REQUIRE(fit);
  CHECK(fit->profile.idle_us.nominal == Approx(157).epsilon(0.01));
  CHECK(fit->profile.refill_us.nominal == Approx(30));
  CHECK(fit->profile.refill_us.low == Approx(20).epsilon(0.01));
  CHECK(fit->profile.refill_us.high == Approx(40).epsilon(0.01));
}

TEST_CASE("one run of many that was disturbed does not move a switch", "[calib][oracle]") {
  const World world = a100();
  Record switches = switch_record(world);
  for (int i = 0; i < 6; ++i) {
    Run run{"switch/again:" + std::to_string(i), {}, {}, {switches.runs[0].series[0]}};
    for (double& sample : run.series[0].samples) sample *= i == 5 ? 9 : 1 + 0.01 * i;
    switches.runs.push_back(std::move(run));
  }
  const auto fit = fit_profile({slice_record(world), switches});
  REQUIRE(fit);
  check(*fit, world);
  CHECK(fit->profile.preempt_us.high < 1.1 * us(world.truth.preempt));
}

TEST_CASE("what no record tells keeps the assumption and says so", "[calib][unit]") {
  const auto fit = fit_profile({slice_record(a100())});
  REQUIRE(fit);
  const hw::GpuProfile& t4 = hw::find_gpu("T4")->profile;
  for (const char* name : {"voluntary_us", "idle_us", "refill_us", "switch_jitter_us", "idle_gap_us"}) {
    const FittedParameter& one = parameter(*fit, name);
    CHECK_FALSE(one.identified);
    CHECK_THAT(one.estimate.source, Contains("not identified"));
    CHECK_FALSE(one.basis.empty());
  }
  CHECK(fit->profile.voluntary_us.nominal == t4.voluntary_us.nominal);
  CHECK(fit->profile.voluntary_us.high == t4.voluntary_us.high);
}

TEST_CASE("a profile file that was written is read as what it was", "[calib][unit]") {
  const auto fit = fit_profile({slice_record(a100()), switch_record(a100()), ring_record(a100())});
  REQUIRE(fit);
  const auto read = hw::read_profile(to_yaml(*fit), "profile.yaml", {});
  REQUIRE(read);
  using P = hw::GpuProfile;
  for (Estimate P::*member : {&P::slice_us, &P::preempt_us, &P::voluntary_us, &P::idle_us, &P::refill_us,
                              &P::switch_jitter_us, &P::idle_gap_us, &P::host_contention}) {
    const Estimate &written = fit->profile.*member, &back = read->profile.*member;
    CHECK(back.low == Approx(written.low).epsilon(1e-9));
    CHECK(back.nominal == Approx(written.nominal).epsilon(1e-9));
    CHECK(back.high == Approx(written.high).epsilon(1e-9));
    CHECK(back.source == written.source);
  }
  CHECK(read->profile.ring == fit->profile.ring);
  CHECK(read->profile.assumed == fit->profile.assumed);
}

TEST_CASE("records of another device, driver, scheduler or mode are refused with the reason", "[calib][unit]") {
  const Record first = slice_record(a100());
  const auto refusal = [&](auto change) {
    Record other = switch_record(a100());
    change(other);
    const auto fit = fit_profile({first, other});
    REQUIRE_FALSE(fit);
    REQUIRE(fit.error().size() == 1);
    CHECK(fit.error()[0].where == "switch.json");
    return fit.error()[0].what;
  };
  CHECK_THAT(refusal([](Record& r) { r.device.name = "NVIDIA A10G"; }), Contains("another device"));
  CHECK_THAT(refusal([](Record& r) { r.driver = "570.1"; }), Contains("another driver: 570.1"));
  CHECK_THAT(refusal([](Record& r) { r.mode = "mps"; }), Contains("mode mps"));
  Record rr = first, other = switch_record(a100());
  rr.conditions.scheduler = "SCHED_RR 100 ms";
  other.conditions.scheduler = "SCHED_RR 10 ms";
  const auto fit = fit_profile({rr, other});
  REQUIRE_FALSE(fit);
  CHECK_THAT(fit.error()[0].what, Contains("another scheduler"));
}

TEST_CASE("measurements of other things are set aside, not lost", "[calib][unit]") {
  Record mps = empty_record("mps");
  mps.mode = "mps";
  const auto fit = fit_profile({slice_record(a100()), mps});
  REQUIRE(fit);
  REQUIRE(fit->set_aside.size() == 1);
  CHECK(fit->set_aside[0].where == "mps.json");
}

TEST_CASE("a measurement given twice counts once", "[calib][unit]") {
  const Record slices = slice_record(a100());
  Record copy = slices;
  copy.origin = "copy.json";
  const auto once = fit_profile({slices});
  auto twice = fit_profile({slices, copy});
  REQUIRE(once);
  REQUIRE(twice);
  CHECK(to_yaml(*twice) == to_yaml(*once));
  CHECK(twice->residuals.size() == once->residuals.size());
  REQUIRE(twice->set_aside.size() == 1);
  CHECK(twice->set_aside[0].where == "copy.json");
  CHECK(twice->set_aside[0].why == "is the same measurement as slice.json and counts once");
  // Another start, device or tool is another measurement, and one without a start may be.
  for (auto change : {+[](Record& r) { r.started = "2026-12-01T12:00:00Z"; }, +[](Record& r) { r.device.id = "GPU-2"; },
                      +[](Record& r) { r.tool = "test 2"; }}) {
    Record other = copy;
    change(other);
    twice = fit_profile({slices, other});
    REQUIRE(twice);
    CHECK(twice->set_aside.empty());
  }
  Record first = slices;
  first.started = copy.started = "";
  twice = fit_profile({first, copy});
  REQUIRE(twice);
  CHECK(twice->set_aside.empty());
}

TEST_CASE("a switch that rounds of turns contradict, or longer than the slice, is warned of", "[calib][unit]") {
  const auto agreed = fit_profile({slice_record(a100()), switch_record(a100())});
  REQUIRE(agreed);
  CHECK(agreed->warnings.empty());
  const std::string& basis = parameter(*agreed, "preempt_us").basis;
  CHECK_THAT(basis, StartsWith("median of 200 switch_preempt; measured directly"));
  CHECK_THAT(basis, !Contains("rounds of"));
  for (const double factor : {0.01, 10.8, 1000.0}) {
    Record wrong = switch_record(a100());
    for (double& sample : wrong.runs[0].series[0].samples) sample *= factor;
    const auto fit = fit_profile({slice_record(a100()), wrong});
    REQUIRE(fit);
    const bool longer = factor == 1000;
    REQUIRE(fit->warnings.size() == (longer ? 2 : 1));
    if (longer) CHECK_THAT(fit->warnings[0], Contains("longer than the slice"));
    CHECK_THAT(fit->warnings.back(), StartsWith("preempt_us: switches measured one by one"));
    CHECK_THAT(fit->warnings.back(), Contains("switch.json switch/preempt"));
    CHECK_THAT(fit->warnings.back(), Contains("slice.json slice/"));
  }
  const auto derived = fit_profile({slice_record(a100())});
  REQUIRE(derived);
  CHECK_THAT(parameter(*derived, "preempt_us").basis, Contains("rounds of"));
}

TEST_CASE("records without a slice are no profile, and each run says why", "[calib][unit]") {
  const auto none = [](const std::vector<Record>& records) {
    const auto fit = fit_profile(records);
    REQUIRE_FALSE(fit);
    return fit.error();
  };
  CHECK(none({switch_record(a100()), ring_record(a100())})[0].what ==
        "tells no slice: the records measure ring, switch, none `slice`");
  CHECK_FALSE(fit_profile({}));

  const Record whole = slice_record(a100(), 3);  // runs of two and three processes, and the grid
  Record wrong = whole;
  wrong.runs[0].skipped = "no time left";
  for (Series& one : wrong.runs[1].series) one.samples.resize(1);
  wrong.runs[2].series[0].samples.resize(4);
  const Issues short_runs = none({wrong, switch_record(a100())});
  REQUIRE(short_runs.size() == 3);
  std::string said;
  for (const Issue& issue : short_runs) {
    said += issue.where + " " + issue.what + "\n";
    CHECK_FALSE(issue.fix.empty());
  }
  CHECK_THAT(said, Contains("slice.json slice/processes:2 tells no slice: was skipped: no time left\n"));
  CHECK_THAT(said, Contains("slice.json slice/processes:3 tells no slice: "));
  CHECK_THAT(said, Contains("whole turns are too few for a slice\n"));
  CHECK_THAT(said, Contains("slice.json slice/grid tells no slice: 4 entries are too few for a grid\n"));

  Record alone = whole;
  alone.runs.resize(1);
  alone.runs[0].parameters = {{"processes", 1.0}};
  CHECK_THAT(none({alone})[0].what, Contains("no run of two or more processes"));
  alone.runs.clear();
  CHECK_THAT(none({alone})[0].what, Contains("has no runs"));
  Record tiny = whole;
  tiny.runs.resize(1);
  for (Series& one : tiny.runs[0].series) {
    for (double& sample : one.samples) sample *= 1e-6;
  }
  CHECK_THAT(none({tiny})[0].what, Contains("which cannot be"));
}

}  // namespace libsched::calib
