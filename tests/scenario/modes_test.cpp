#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <libsched/scenario/devices.hpp>
#include <libsched/scenario/memory_timeline.hpp>
#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;
using libsched::test::read;

namespace {

Report run(const std::string& sharing, const std::string& workloads, const std::string& duration = "200") {
  return simulate(read("version: 1\ngpu: {model: A100-40GB}\nsharing: " + sharing + "\nworkloads:\n" + workloads +
                       "run: {duration_s: " + duration + "}\n"));
}

/// Every way to share, with room for two pods.
const std::vector<std::string> kSharings = {
    "{mode: time-slicing, replicas: 2}", "{mode: mps, replicas: 2, active_thread_pct: 100}",
    "{mode: mig, layout: [{profile: 7g.40gb, sharing: {mode: time-slicing, replicas: 2}}]}",
    "{mode: mig, layout: [{profile: 7g.40gb, sharing: {mode: mps, replicas: 2, active_thread_pct: 100}}]}",
    "{mode: mig, layout: [3g.20gb, 3g.20gb]}"};

std::string line(const std::string& name, const std::string& rest) {
  return "  - {name: " + name + ", " + rest + "}\n";
}

}  // namespace

TEST_CASE("conformance: one pod alone on a whole card is served as on an exclusive GPU, in every mode",
          "[scenario][conformance]") {
  const std::string pod = line("w",
                               "arrivals: {kind: poisson, rate_per_s: 20}, request: {gpu_ms: {dist: gamma, mean: "
                               "15, cv: 0.6}, cpu_ms: 3, bursts: 2}");
  const Report alone = run("{mode: exclusive}", pod);
  for (const std::string& sharing : kSharings) {
    if (sharing.find("3g.20gb") != std::string::npos) continue;  // not a whole card
    INFO(sharing);
    const Report shared = run(sharing, pod);
    CHECK(shared.workloads[0].completed == alone.workloads[0].completed);
    CHECK(shared.workloads[0].latency_ms->mean.value == Approx(alone.workloads[0].latency_ms->mean.value));
    CHECK(shared.workloads[0].latency_ms->p99.value == Approx(alone.workloads[0].latency_ms->p99.value));
  }
}

TEST_CASE(
    "conformance: a GPU's time is busy, switching or idle, and a neighbour never makes anybody faster, in every "
    "mode",
    "[scenario][conformance]") {
  const std::string first =
      line("short", "arrivals: {kind: poisson, rate_per_s: 20}, request: {gpu_ms: 5, cpu_ms: 1, bursts: 1}");
  const std::string second =
      line("long", "arrivals: {kind: closed, think_ms: {dist: exponential, mean: 50}}, request: {gpu_ms: 60}");
  for (const std::string& sharing : kSharings) {
    INFO(sharing);
    const Report one = run(sharing, first);
    const Report both = run(sharing, first + second);
    for (const GpuReport& gpu : both.gpus) {
      CHECK(gpu.busy_fraction + gpu.switch_fraction + gpu.idle_fraction == Approx(1).margin(1e-9));
      for (const InstanceReport& part : gpu.mig) {
        CHECK(part.busy_fraction + part.switch_fraction + part.idle_fraction == Approx(1).margin(1e-9));
      }
    }
    CHECK(both.workloads[0].latency_ms->mean.value >= one.workloads[0].latency_ms->mean.value * (1 - 1e-9));
    CHECK(both.workloads[0].latency_ms->p99.value >= one.workloads[0].latency_ms->p99.value * 0.99);
  }
}

TEST_CASE("equal parts of a card with equal loads have N times the mean of the whole: the partitioning law",
          "[scenario][oracle]") {
  // Queueing oracle 13: M/M/1 on the whole at 0.6; four instances of a quarter's speed, each with a quarter of it.
  const Report parts = simulate(read(R"(
version: 1
gpu: {model: A30}
sharing: {mode: mig, layout: [1g.6gb, 1g.6gb, 1g.6gb, 1g.6gb]}
workloads:
  - name: w
    pods: 4
    arrivals: {kind: poisson, rate_per_s: 15}
    request: {gpu_ms: {dist: exponential, mean: 10}, gpu_ms_small: {profile: 1g.6gb, ms: 40}}
run: {duration_s: 8000}
)"));
  CHECK(parts.workloads[0].latency_ms->mean.value == Approx(4 * 10 / (1 - 0.6)).epsilon(0.03));
}

TEST_CASE("busy MPS clients take T1 (1 + w (N - 1)), with the plugin's own thread share no less than the share allows",
          "[scenario][unit]") {
  const auto mean = [](const std::string& extra, int pods) {
    return run("{mode: mps, replicas: 4" + extra + "}",
               line("w",
                    "pods: " + std::to_string(pods) + ", width: 0.3, arrivals: {kind: closed}, request: {gpu_ms: 10}"))
        .workloads[0]
        .latency_ms->mean.value;
  };
  CHECK(mean(", active_thread_pct: 100", 4) == Approx(19));
  CHECK(mean("", 4) == Approx(32));  // 25 % of the threads: 0.8 / 0.25
  CHECK(mean("", 1) == Approx(32));
}

TEST_CASE("each workload's share of the GPUs and its slowdown add up", "[scenario][unit]") {
  const Report report = run("{mode: mps, replicas: 2, active_thread_pct: 100}",
                            line("a", "width: 1, arrivals: {kind: closed}, request: {gpu_ms: 10}") +
                                line("b", "width: 1, arrivals: {kind: closed}, request: {gpu_ms: 30}"));
  CHECK(report.workloads[0].gpu_share == Approx(0.5).epsilon(0.01));
  CHECK(report.workloads[1].gpu_share == Approx(0.5).epsilon(0.01));
  CHECK(*report.workloads[0].slowdown == Approx(2));
  CHECK(*report.workloads[1].slowdown == Approx(2));
}

TEST_CASE("an unknown width is said with its range, and the interval covers it", "[scenario][unit]") {
  const Report report = run("{mode: mps, replicas: 3, active_thread_pct: 100}",
                            line("w", "pods: 3, arrivals: {kind: closed}, request: {gpu_ms: 10}"));
  CHECK(report.workloads[0].latency_ms->mean.value == Approx(30));
  CHECK(report.workloads[0].latency_ms->mean.low == Approx(14));
  REQUIRE(report.assumptions.size() == 4);  // after memory, host time and bursts
  CHECK(report.assumptions[3].find("MPS width of w = 1 (0.2 to 1): unknown") == 0);
}

TEST_CASE("an MPS server takes 48 clients, 60 from CUDA 13.1, and those beyond it fail", "[scenario][unit]") {
  const std::string pods =
      line("w", "pods: 61, width: 0, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 1}");
  const Report report = run("{mode: mps, replicas: 61}", pods, "5");
  CHECK(report.workloads[0].pods == 48);
  CHECK(report.workloads[0].crashing == 13);
  CHECK(report.events[0].kind == "mps-limit");
  const Report newer =
      simulate(read("version: 1\ngpu: {model: A100-40GB, cuda: 13.1}\nsharing: {mode: mps, replicas: "
                    "61}\nworkloads:\n" +
                    pods + "run: {duration_s: 5}\n"));
  CHECK(newer.workloads[0].pods == 60);
}

TEST_CASE("pods that ask for a MIG profile get no other", "[scenario][unit]") {
  const Report report = run("{mode: mig, layout: [3g.20gb, 2g.10gb, 2g.10gb]}",
                            line("big",
                                 "pods: 2, mig_profile: 3g.20gb, arrivals: {kind: poisson, rate_per_s: 1}, "
                                 "request: {gpu_ms: 1}") +
                                line("small",
                                     "pods: 2, mig_profile: 2g.10gb, arrivals: {kind: poisson, rate_per_s: 1}, "
                                     "request: {gpu_ms: 1}"));
  CHECK(report.workloads[0].pods == 1);
  CHECK(report.workloads[0].pending == 1);
  CHECK(report.workloads[1].pods == 2);
  CHECK(report.gpus[0].mig.size() == 3);
}

TEST_CASE("a pod that crashes for lack of memory waits 10 s, then twice as long up to five minutes",
          "[scenario][unit]") {
  const Scenario scenario = read(R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 1}, memory_mib: 8000}
)");
  const MemoryTimeline timeline = memory_timeline(scenario, place(scenario));
  CHECK(timeline.runs == std::vector<bool>{true, false});
  std::vector<double> restarts;
  for (const EventReport& event : timeline.events) {
    if (event.kind == "restart") restarts.push_back(event.time_s);
  }
  CHECK(restarts == std::vector<double>{10, 30, 70});
  CHECK(timeline.up_fraction[0] == 1);
}

TEST_CASE("how likely a day ends in an out-of-memory error follows from how well contexts are known",
          "[scenario][unit]") {
  const auto probability = [](int mib) {
    const Scenario scenario = read(R"(
version: 1
gpu: {model: T4}
sharing: {mode: time-slicing, replicas: 2}
workloads:
  - {name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 1}, request: {gpu_ms: 1}, memory_mib: )" +
                                   std::to_string(mib) + "}\n");
    return oom_probability_per_day(scenario, place(scenario));
  };
  CHECK(probability(5000) == 0);
  CHECK(probability(8000) == 1);
  double last = 0;
  for (int mib = 7000; mib <= 7600; mib += 20) {
    const double now = probability(mib);
    CHECK(now >= last);
    last = now;
  }
  CHECK(last == 1);
}
