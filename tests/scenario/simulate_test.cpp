#include <catch2/catch.hpp>
#include <cmath>

#include <string>

#include <nlohmann/json.hpp>

#include <libsched/scenario/simulate.hpp>
#include <libsched/scenario/unstated.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

namespace {

Scenario read(const std::string& text, const std::vector<Override>& overrides = {}) {
  return test::read("version: 1\n" + text, overrides);
}

const std::string kFleet = R"(
gpu: {model: T4, count: 2}
sharing: {mode: time-slicing, replicas: 3}
workloads:
  - {name: a, pods: 4, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 8}, slo: {p99_ms: 60}}
  - {name: b, pods: 4, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 2}}
run: {precision: 0.05}
)";

}  // namespace

TEST_CASE("pods go to the GPU with fewest tenants, and those without a slot are pending, not an error",
          "[scenario][unit]") {
  const Report report = simulate(read(kFleet));
  CHECK(report.gpus[0].tenants == 3);
  CHECK(report.gpus[1].tenants == 3);
  CHECK(report.workloads[0].pods == 4);
  CHECK(report.workloads[1].pods == 2);
  CHECK(report.workloads[1].pending == 2);
  REQUIRE(report.events.size() == 2);
  CHECK(report.events[0].kind == "pending");
  CHECK(report.events[0].workload == "b");
  CHECK(report.workloads[0].slo->met);
}

TEST_CASE("a warning counts the slots that pods lack, and the gpu.count it names is enough", "[scenario][unit]") {
  const auto lacks = [](const std::vector<Override>& changes) {
    std::string text;
    for (const Issue& note : simulate(read(kFleet, changes)).notes) {
      if (note.where == "gpu.count") text += note.what + "; " + note.fix;
    }
    return text;
  };
  CHECK(lacks({}) ==
        "2 of 8 pods have no slot: 2 GPUs of 3 slots; give gpu.count: 3 for a slot each, or more slots "
        "(sharing)");
  CHECK(lacks({{"gpu.count", "3"}}).empty());
  const Override alone{"sharing", "{mode: exclusive}"};
  CHECK(lacks({alone, {"gpu.count", "1"}}) ==
        "7 of 8 pods have no slot: 1 GPU of 1 slot; give gpu.count: 8 for a slot each, or share each GPU (sharing)");
  CHECK(lacks({alone, {"gpu.count", "8"}}).empty());
}

TEST_CASE("the same scenario gives the same bytes, and every interval holds its value", "[scenario][invariant]") {
  const Report report = simulate(read(kFleet));
  CHECK(to_json(report) == to_json(simulate(read(kFleet))));
  for (const WorkloadReport& w : report.workloads) {
    for (const Interval& i : {w.latency_ms->mean, w.latency_ms->p50, w.latency_ms->p90, w.latency_ms->p95,
                              w.latency_ms->p99, w.latency_ms->max, w.throughput_per_s}) {
      CHECK(i.low <= i.value);
      CHECK(i.value <= i.high);
    }
    CHECK(w.latency_ms->p50.value <= w.latency_ms->p90.value);
    CHECK(w.latency_ms->p95.value <= w.latency_ms->p99.value);
    CHECK(w.latency_ms->p99.value <= w.latency_ms->max.value);
  }
  for (const GpuReport& g : report.gpus) CHECK(g.busy_fraction + g.switch_fraction + g.idle_fraction == Approx(1));
}

TEST_CASE("parameters given as numbers have no uncertainty, estimates of the catalogue widen the interval",
          "[scenario][unit]") {
  const auto width = [](const Report& r) {
    return r.workloads[0].latency_ms->p99.high / r.workloads[0].latency_ms->p99.low;
  };
  const Report assumed = simulate(read(kFleet));
  const Report given =
      simulate(read(kFleet, {{"gpu.slice_us", "2097.152"}, {"gpu.switch_us", "150"}, {"gpu.refill_us", "20"}}));
  CHECK(width(given) < width(assumed));
  CHECK(given.assumptions.size() == 5);  // no memory, host time, bursts; no jitter, no idle gap
  CHECK(assumed.assumptions.size() == 11);
}

TEST_CASE("every parameter that is uncertain or assumed is named with its source, also where no interval covers it",
          "[scenario][unit]") {
  const auto said = [](std::vector<Override> changes) {
    changes.push_back({"run.duration_s", "1"});
    std::string all;
    const Scenario scenario = read(kFleet, changes);
    const std::vector<std::string> lacks = unstated(scenario);  // those of the file have a test of their own
    const Report report = simulate(scenario);
    for (std::size_t i = lacks.size(); i < report.assumptions.size(); ++i) all += report.assumptions[i] + "\n";
    return all;
  };
  using Catch::Matchers::Contains;
  const std::string all = said({{"workloads[0].request.cpu_ms", "1"}, {"workloads[0].request.bursts", "1"}});
  for (const char* name :
       {"T4 slice = 2097.15 us (2000 to 2100): assumed", "T4 preempting switch = 150 us (60 to 260)",
        "T4 voluntary switch", "T4 idle switch", "T4 refill = 20 us (0 to 50; not in the interval)",
        "T4 switch jitter = 0 us (not in the interval)", "T4 idle gap = 0 us (not in the interval)",
        "T4 ring = creation (not in the interval)",
        "host time of a tenant = +2 % for each other on its node (1.2 to 3 %; not in the interval)"}) {
    CHECK_THAT(all, Contains(name));
  }
  CHECK_THAT(said({{"workloads[0].memory_mib", "1000"}, {"workloads[0].framework", "pytorch"}}),
             Contains("MiB of a CUDA context of pytorch on T4 = 410 (205 to 615): "));
  // What is not used, or given, is not named.
  CHECK_THAT(said({}), !Contains("context"));
  CHECK_THAT(said({}), !Contains("host time"));
  CHECK(said({{"gpu.slice_us", "2000"},
              {"gpu.switch_us", "150"},
              {"gpu.refill_us", "20"},
              {"gpu.idle_gap_us", "0"},
              {"gpu.switch_jitter_us", "0"},
              {"gpu.ring", "arrival"}})
            .empty());
  CHECK_THAT(said({{"gpu.ring", "arrival"}}), !Contains("ring ="));
}

TEST_CASE("an overloaded workload is said to be unstable; its neighbours see a GPU that never rests",
          "[scenario][unit]") {
  const Report report = simulate(read(R"(
gpu: {model: T4, slice_us: 2000, switch_us: 100, refill_us: 0}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: hog, arrivals: {kind: poisson, rate_per_s: 200}, request: {gpu_ms: 8}, slo: {p99_ms: 50}}
  - {name: small, arrivals: {kind: deterministic, rate_per_s: 3.1}, request: {gpu_ms: 1}}
)"));
  CHECK_FALSE(report.workloads[0].stable);
  CHECK_FALSE(report.workloads[0].latency_ms.has_value());
  CHECK_FALSE(report.workloads[0].slo->met);
  CHECK(report.workloads[1].stable);
  // The light probe: U(0, slice) + switch + 1 ms.
  CHECK(report.workloads[1].latency_ms->mean.value == Approx(2.1).epsilon(0.02));
  CHECK(report.workloads[1].latency_ms->max.value <= 3.1001);
  CHECK(report.gpus[0].idle_fraction < 1e-6);
  const auto json = nlohmann::json::parse(to_json(report));
  CHECK(json["workloads"][0]["latency_ms"].is_null());
  CHECK(json["workloads"][0]["stable"] == false);
}

TEST_CASE("where everything is overloaded the report has no latency, but what the GPU can do", "[scenario][unit]") {
  const Report report = simulate(read(R"(
gpu: {model: T4}
workloads: [{name: w, arrivals: {kind: poisson, rate_per_s: 1000}, request: {gpu_ms: 2}}]
)"));
  CHECK_FALSE(report.workloads[0].stable);
  CHECK_FALSE(report.workloads[0].latency_ms);
  CHECK(report.workloads[0].throughput_per_s.value == Approx(500));
  CHECK(report.gpus[0].busy_fraction == Approx(1));
  CHECK(report.stopped == "events");
}

TEST_CASE("stable in the middle and unstable at one end of the parameters: no upper bound, null in JSON",
          "[scenario][unit]") {
  // 4 pods of 40 x 5 ms ask 0.8; three turns of 20+150 us each at the nominal cost make it 0.88, of 260 us 0.93, ...
  const Report report = simulate(read(R"(
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 4}
workloads: [{name: w, pods: 4, arrivals: {kind: poisson, rate_per_s: 43.5}, request: {gpu_ms: 5}, slo: {p99_ms: 100000}}]
run: {precision: 0.2, max_events: 3000000}
)"));
  CHECK(report.workloads[0].stable);
  CHECK(report.workloads[0].slo->met);
  CHECK_FALSE(report.workloads[0].slo->robust);
  CHECK(nlohmann::json::parse(to_json(report))["workloads"][0]["latency_ms"]["p99"]["high"].is_null());
}

TEST_CASE("a duration is simulated exactly", "[scenario][unit]") {
  const Report report = simulate(read(kFleet, {{"run.duration_s", "12.5"}}));
  CHECK(report.virtual_s == 12.5);
  CHECK(report.stopped == "duration");
}

TEST_CASE("memory that the card does not have is said to fail", "[scenario][unit]") {
  const Report report = simulate(read(R"(
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 3}
workloads: [{name: w, pods: 3, memory_mib: 6000, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 5}}]
run: {duration_s: 1}
)"));
  REQUIRE_FALSE(report.events.empty());
  CHECK(report.events[0].kind == "oom");
  for (const EventReport& event : report.events) CHECK(event.pod == 2);
  CHECK(report.workloads[0].crashing == 1);
}

TEST_CASE("hopeless workloads end a run early with the same verdict; others run as if nothing had been asked",
          "[scenario][unit]") {
  // 0.94 of the GPU before switch costs: at the edge, where precision takes hours and the p99 helps nobody.
  const Scenario edge = read(R"(
gpu: {model: T4, slice_us: 2000, switch_us: {preempt: 50, voluntary: 50, idle: 50}, refill_us: 0}
sharing: {mode: time-slicing, replicas: 4}
workloads: [{name: w, pods: 4, arrivals: {kind: poisson, rate_per_s: 47}, request: {gpu_ms: 5}, slo: {p99_ms: 10}}]
run: {precision: 0.02, max_events: 500000}
)");
  const Report whole = simulate(edge);
  Hooks impatient;
  impatient.hopeless = 2.0;
  const Report early = simulate(edge, impatient);
  CHECK(early.workloads[0].completed * 20 < whole.workloads[0].completed);
  CHECK(early.workloads[0].latency_ms->p99.low > 2.0 * 10);
  CHECK(early.workloads[0].slo->met == whole.workloads[0].slo->met);

  const Scenario light = read(kFleet);
  CHECK(to_json(simulate(light, impatient)) == to_json(simulate(light)));
}

TEST_CASE("a run that is asked about one workload has that one's precision, and does not wait for the others",
          "[scenario][unit]") {
  const Scenario both = read(R"(
gpu: {model: T4, slice_us: 2000, switch_us: 100}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: often, arrivals: {kind: poisson, rate_per_s: 50}, request: {gpu_ms: 8}, slo: {p99_ms: 100}}
  - {name: rare, arrivals: {kind: poisson, rate_per_s: 0.1}, request: {gpu_ms: 20}, slo: {p99_ms: 100}}
run: {precision: 0.05}
)");
  Hooks hooks;
  hooks.judged = {true, false};
  const Report of_one = simulate(both, hooks);
  const Report of_all = simulate(both);
  CHECK(of_one.stopped == "precision");
  CHECK(of_one.workloads[1].completed * 20 < of_all.workloads[1].completed);
  const Interval& p99 = of_one.workloads[0].latency_ms->p99;
  const double truth = of_all.workloads[0].latency_ms->p99.value;
  CHECK(p99.low <= truth);
  CHECK(truth <= p99.high);
  CHECK(p99.high - p99.low <= 2 * 0.05 * p99.value);
}

TEST_CASE("runs at the ends of the card's parameters may be coarser where the SLO is not near, and only there",
          "[scenario][unit]") {
  const auto fleet = [](double slo_ms) {
    Scenario one = read(R"(
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 4}
workloads: [{name: w, pods: 4, arrivals: {kind: poisson, rate_per_s: 15}, request: {gpu_ms: 8}, slo: {p99_ms: 1000}}]
)");
    one.workloads[0].slo_p99_ms = slo_ms;
    return one;
  };
  Hooks coarser;
  coarser.ends_if_clear = 0.1;
  const auto p99 = [&](double slo_ms, const Hooks& hooks) {
    return simulate(fleet(slo_ms), hooks).workloads[0].latency_ms->p99;
  };
  const Interval fine = p99(1000, {});
  const Interval rough = p99(1000, coarser);
  CHECK(rough.value == fine.value);
  CHECK(rough.high - rough.low > fine.high - fine.low);
  CHECK(rough.low <= fine.low * 1.02);
  CHECK(fine.high <= rough.high * 1.02);
  const Interval near = p99(fine.high, coarser);
  CHECK(near.high == fine.high);
}

TEST_CASE("at an end of the parameters where a load surely cannot be served nobody waits for it", "[scenario][unit]") {
  // 0.88 of the GPU, and at the longest switches more than all of it.
  const Report report = simulate(read(R"(
gpu: {model: T4, slice_us: 2000}
sharing: {mode: time-slicing, replicas: 2}
workloads: [{name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 44}, request: {gpu_ms: 10}, slo: {p99_ms: 1000}}]
run: {precision: 0.2}
)"));
  REQUIRE(report.workloads[0].latency_ms);
  CHECK(std::isinf(report.workloads[0].latency_ms->p99.high));
}
