// Load beyond what can be served, whatever the route: an answer, found at once, in bounded memory.
#include <catch2/catch.hpp>

#include <string>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

namespace {

/// Four pods on one T4 with requests of an hour each.
Scenario hours(const std::string& arrivals, const std::string& more = "") {
  return test::read(
      fmt::format("version: 1\n"
                  "gpu: {{model: T4}}\n"
                  "sharing: {{mode: time-slicing, replicas: 4}}\n"
                  "workloads:\n"
                  "  - {{name: a, pods: 4, arrivals: {}, request: {{gpu_ms: 3600000}}}}\n"
                  "{}",
                  arrivals, more));
}

Scenario with_trace(int requests, double gap_s, const std::string& route, double gpu_ms, const std::string& mode) {
  Scenario one =
      test::read(fmt::format("version: 1\n"
                             "gpu: {{model: T4}}\n"
                             "sharing: {{mode: {}}}\n"
                             "workloads:\n"
                             "  - {{name: a, pods: 2, request: {{gpu_ms: {}}}, slo: {{p99_ms: 100}},\n"
                             "     arrivals: {{kind: poisson, total_rate_per_s: 1, route: {}}}}}\n",
                             mode, gpu_ms, route));
  workload::Trace trace;
  for (int i = 0; i < requests; ++i) trace.at.emplace_back(from_seconds(i * gap_s));
  one.workloads[0].arrivals = std::move(trace);
  return one;
}

/// Under MPS no closed form says that 40 pods slow each other down so much; another workload is never precise beside
/// them. `run` ends the run.
Scenario crowded_beside(const std::string& other, const std::string& run) {
  return test::read(
      fmt::format("version: 1\n"
                  "gpu: {{model: A100-40GB}}\n"
                  "sharing: {{mode: mps, replicas: 41, active_thread_pct: 100}}\n"
                  "workloads:\n"
                  "  - {{name: a, pods: 40, arrivals: {{kind: poisson, total_rate_per_s: 3000, route: shared-queue}}, "
                  "request: {{gpu_ms: 10}}}}\n"
                  "  - {{name: other, arrivals: {}}}\n"
                  "run: {{{}}}\n",
                  other, run));
}

}  // namespace

TEST_CASE("a load beyond capacity is unstable at once, whatever kind of arrivals and whatever route",
          "[scenario][unit]") {
  for (const std::string route : {"shared-queue", "round-robin", "random"}) {
    for (const std::string kind :
         {"kind: poisson, total_rate_per_s: 100", "kind: deterministic, total_rate_per_s: 100",
          "kind: batch, total_rate_per_s: 10, size: 10", "kind: mmpp, rates_per_s: [50, 150], mean_s: [1, 1]"}) {
      for (const std::string run : {"", "run: {max_events: 1000}\n", "run: {duration_s: 20}\n"}) {
        INFO(kind << " " << route << " " << run);
        const Report report = simulate(hours("{" + kind + ", route: " + route + "}", run));
        CHECK_FALSE(report.workloads[0].stable);
        CHECK_FALSE(report.workloads[0].latency_ms);
        CHECK_THAT(to_text(report), Catch::StartsWith("a is overloaded: its queue grows without end"));
      }
    }
    Scenario played = with_trace(10'000, 0.01, route, 3'600'000, "time-slicing, replicas: 2");
    const Report report = simulate(played);
    INFO("trace " << route);
    CHECK_FALSE(report.workloads[0].stable);
    CHECK_FALSE(report.workloads[0].slo->met);
    CHECK(report.workloads[0].completed == 10'000);
  }
}

TEST_CASE("pods that run also take what those without a slot would have had", "[scenario][unit]") {
  // 12 pods ask for 60 % of what they could do, but only 2 of them have a slot.
  for (const std::string route : {"shared-queue", "round-robin", "random"}) {
    const Report report =
        simulate(test::read(fmt::format("version: 1\n"
                                        "gpu: {{model: T4}}\n"
                                        "sharing: {{mode: time-slicing, replicas: 2}}\n"
                                        "workloads:\n"
                                        "  - {{name: a, pods: 12, request: {{gpu_ms: 10, cpu_ms: 90}},\n"
                                        "     arrivals: {{kind: poisson, total_rate_per_s: 72, route: {}}}}}\n"
                                        "run: {{max_events: 300000}}\n",
                                        route)));
    INFO(route);
    CHECK(report.workloads[0].pending == 10);
    CHECK_FALSE(report.workloads[0].stable);
  }
}

TEST_CASE("an overload that only the simulation can see ends it before its queue fills the memory",
          "[scenario][unit]") {
  for (const std::string cut : {"max_events: 20000", "max_events: 3000000", "duration_s: 10"}) {
    INFO(cut);
    const Report report = simulate(crowded_beside("{kind: poisson, rate_per_s: 0.001}, request: {gpu_ms: 10}", cut));
    CHECK_FALSE(report.workloads[0].stable);
    CHECK_FALSE(report.workloads[0].latency_ms);
    CHECK(report.workloads[1].stable);
  }
}

TEST_CASE("a run that max_events ends early says so", "[scenario][unit]") {
  const Report report = simulate(test::read(R"(
version: 1
gpu: {model: T4}
sharing: {mode: exclusive}
workloads: [{name: a, arrivals: {kind: poisson, rate_per_s: 50}, request: {gpu_ms: {dist: exponential, mean: 10}}}]
run: {max_events: 2000}
)"));
  CHECK(report.stopped == "events");
  CHECK(report.workloads[0].stable);
  CHECK_THAT(to_text(report),
             Catch::Contains("run.max_events: ended the run after 2000 events, before every workload"));
}

TEST_CASE("a burst of minutes in a load that is surely stable is served whole, and no overload", "[scenario][unit]") {
  // 200 requests a second for ten minutes, twice what the GPU can do, then none for twenty: two thirds of it.
  const Report report = simulate(test::read(R"(
version: 1
gpu: {model: T4}
sharing: {mode: exclusive}
workloads: [{name: a, arrivals: {kind: mmpp, rates_per_s: [200, 0], mean_s: [600, 1200]}, request: {gpu_ms: 10}}]
run: {duration_s: 20000}
)"));
  const WorkloadReport& a = report.workloads[0];
  CHECK(a.stable);
  REQUIRE(a.latency_ms);
  // A queue of a thousand would be 10 s; the burst leaves sixty thousand.
  CHECK(a.latency_ms->p99.value > 60'000);
}

TEST_CASE("a trace beside an overloaded workload changes nothing about the overload, nor is the trace called unstable",
          "[scenario][unit]") {
  Scenario both = crowded_beside("{kind: poisson, rate_per_s: 1}, request: {gpu_ms: 1}", "duration_s: 10");
  workload::Trace trace;
  for (int i = 0; i < 100; ++i) trace.at.emplace_back(from_seconds(0.1 * i));
  both.workloads[1].arrivals = trace;
  const Report report = simulate(both);
  CHECK_FALSE(report.workloads[0].stable);
  CHECK(report.workloads[1].stable);
  // A trace that is cut in its busy hour has a queue, and is no overload.
  Scenario cut = with_trace(50'000, 0.01, "random", 5, "exclusive");
  for (int i = 0; i < 5'000; ++i)
    std::get<workload::Trace>(cut.workloads[0].arrivals).at[static_cast<std::size_t>(i)] = Time{};
  cut.workloads[0].pods = 1;
  cut.run.max_events = 4'000;
  CHECK(simulate(cut).workloads[0].stable);
}

TEST_CASE("pods behind a shared queue take less of a crowded GPU, so their neighbours are not overloaded for certain",
          "[scenario][unit]") {
  const Report report = simulate(test::read(R"(
version: 1
gpu: {model: T4, count: 2, slice_us: 2000, switch_us: 0, refill_us: 0}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: a, pods: 2, arrivals: {kind: poisson, total_rate_per_s: 100, route: shared-queue}, request: {gpu_ms: 10}}
  - {name: b, pods: 1, arrivals: {kind: poisson, rate_per_s: 55}, request: {gpu_ms: 10}}
run: {precision: 0.1}
)"));
  CHECK(report.workloads[0].stable);
  CHECK(report.workloads[1].stable);
}

TEST_CASE("time that a pod does not use the GPU may be what it lacks, though the GPU has time to spare",
          "[scenario][unit]") {
  // Two in service go round between the CPU (10 ms) and one GPU (9 ms): 1 - 1 / (1 + 1.8 + 1.62) of it is used, 86 of
  // 100 requests a second are served.
  const Report cycle = simulate(test::read(R"(
version: 1
gpu: {model: T4, slice_us: 2000, switch_us: 100}
workloads:
  - name: a
    streams: 2
    arrivals: {kind: poisson, rate_per_s: 100}
    request: {gpu_ms: {dist: exponential, mean: 9}, cpu_ms: {dist: exponential, mean: 10}, bursts: 1}
run: {max_events: 3000000}
)"));
  CHECK_FALSE(cycle.workloads[0].stable);
  // Alone a request of `a` takes 10 ms, 95 a second fit; beside `b` it waits for slices too.
  const Report beside = simulate(test::read(R"(
version: 1
gpu: {model: T4, slice_us: 2000, switch_us: 100}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: a, arrivals: {kind: poisson, rate_per_s: 95}, request: {gpu_ms: 1, cpu_ms: 9, bursts: 1}}
  - {name: b, arrivals: {kind: poisson, rate_per_s: 50}, request: {gpu_ms: 10}}
run: {max_events: 6000000}
)"));
  CHECK_FALSE(beside.workloads[0].stable);
  CHECK(beside.workloads[1].stable);
}

TEST_CASE("a little host time makes no overload of a burst", "[scenario][unit]") {
  for (const int seed : {1, 2, 3}) {
    const Report report = simulate(test::read(fmt::format(R"(
version: 1
gpu: {{model: T4, slice_us: 2000, switch_us: 100}}
sharing: {{mode: time-slicing, replicas: 5}}
workloads:
  - name: a
    pods: 5
    arrivals: {{kind: mmpp, rates_per_s: [60, 2], mean_s: [3600, 20000]}}
    request: {{gpu_ms: 4, cpu_ms: 0.1, bursts: 1}}
run: {{max_events: 3000000, seed: {}}}
)",
                                                          seed)));
    INFO(seed);
    CHECK(report.workloads[0].stable);
  }
}

TEST_CASE("a load that only looks small is found out: a host that runs ahead of one burst, copies that queue",
          "[scenario][unit]") {
  const std::string head = "version: 1\ngpu: {model: T4}\n";
  // With one burst there is nothing to run ahead of: 70 requests/s of 10 + 10 ms.
  const Report ahead =
      simulate(test::read(head + "workloads:\n  - {name: a, arrivals: {kind: poisson, rate_per_s: 70}, "
                                 "request: {gpu_ms: 10, cpu_ms: 10, bursts: 1, launch: async}}\n"));
  CHECK_FALSE(ahead.workloads[0].stable);
  // The copy engine is asked 4 x 60 x 5 ms a second.
  const Report copies =
      simulate(test::read(head + "sharing: {mode: time-slicing, replicas: 4}\n"
                                 "workloads:\n  - {name: a, pods: 4, arrivals: {kind: poisson, rate_per_s: 60}, "
                                 "request: {gpu_ms: 0.1, copy_ms: 5}}\n"));
  CHECK_FALSE(copies.workloads[0].stable);
}

TEST_CASE("a long burst is no overload where one stream alone copies, or copies that are alike fit",
          "[scenario][unit]") {
  const auto stable = [](const std::string& a, const std::string& b) {
    const std::string head = "arrivals: {kind: mmpp, rates_per_s: [100, 2], mean_s: [600, 6000]}, request: {gpu_ms: 6";
    const Report report =
        simulate(test::read("version: 1\n"
                            "gpu: {model: T4, slice_us: 2000, switch_us: 100}\n"
                            "sharing: {mode: time-slicing, replicas: 2}\n"
                            "workloads:\n"
                            "  - {name: a, " +
                            head + a +
                            "}}\n"
                            "  - {name: b, " +
                            head + b +
                            "}}\n"
                            "run: {max_events: 2000000}\n"));
    return report.workloads[0].stable && report.workloads[1].stable;
  };
  CHECK(stable(", copy_ms: {dist: exponential, mean: 1}", ""));
  CHECK(stable(", copy_ms: 1", ", copy_ms: 2"));
}

TEST_CASE("a long burst beside more host threads than vCPUs is no overload", "[scenario][unit]") {
  // g4dn.xlarge has 4 vCPUs. Between its bursts each pod asks next to nothing.
  const Report report = simulate(
      test::read("version: 1\n"
                 "gpu: {instance: g4dn.xlarge, slice_us: 2000, switch_us: 100}\n"
                 "sharing: {mode: time-slicing, replicas: 5}\n"
                 "workloads:\n"
                 "  - {name: a, pods: 5, arrivals: {kind: mmpp, rates_per_s: [60, 2], mean_s: [3600, 20000]},\n"
                 "     request: {gpu_ms: 4, cpu_ms: 0.1, bursts: 1}}\n"
                 "run: {max_events: 2000000}\n"));
  CHECK(report.workloads[0].stable);
}

TEST_CASE("a long burst under MPS is no overload where the clients keep up in the mean", "[scenario][unit]") {
  const auto stable = [](const std::string& more) {
    const Report report = simulate(test::read(
        fmt::format("version: 1\n"
                    "gpu: {{model: T4}}\n"
                    "sharing: {{mode: mps, replicas: 2}}\n"
                    "workloads:\n"
                    "  - {{name: a, pods: 2, arrivals: {{kind: mmpp, rates_per_s: [100, 5], mean_s: [600, 3000]}},\n"
                    "     request: {{gpu_ms: 8{}}}, width: 1}}\n"
                    "run: {{max_events: 2000000}}\n",
                    more)));
    return report.workloads[0].stable;
  };
  CHECK(stable(""));
  CHECK(stable(", cpu_ms: 0.5"));
}

TEST_CASE("beside pods whose queue others share no one is surely stable, since the faster pod takes more of it",
          "[scenario][unit]") {
  // On the first GPU `a` has one neighbour and on the second ten: it serves nearly all of its queue on the first.
  const Report report = simulate(
      test::read("version: 1\n"
                 "gpu: {model: T4, count: 2, slice_us: 1000, switch_us: 0, refill_us: 0}\n"
                 "sharing: {mode: time-slicing, replicas: 11}\n"
                 "workloads:\n"
                 "  - {name: a, pods: 2, arrivals: {kind: poisson, total_rate_per_s: 64, route: shared-queue},\n"
                 "     request: {gpu_ms: 10}}\n"
                 "  - {name: b, pods: 1, arrivals: {kind: poisson, rate_per_s: 65}, request: {gpu_ms: 10}}\n"
                 "  - {name: c, pods: 1, processes: 10, arrivals: {kind: poisson, rate_per_s: 0.6},\n"
                 "     request: {gpu_ms: 1000}}\n"
                 "run: {duration_s: 4000}\n"));
  CHECK_FALSE(report.workloads[1].stable);
  CHECK_FALSE(report.workloads[1].latency_ms.has_value());
}
