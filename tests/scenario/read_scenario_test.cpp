#include <libsched/scenario/scenario.hpp>

#include <catch2/catch.hpp>

#include <scenario/read_text.hpp>

namespace libsched::scenario {

using test::issues;
using test::read;
using test::with;
using workload::Distribution;

TEST_CASE("the smallest scenario gets the stated defaults", "[scenario][unit]") {
  const auto result = read(test::kSmallest);
  REQUIRE(issues(result) == "");
  CHECK(result->gpu.model.name == "T4");
  CHECK_FALSE(result->gpu.instance.has_value());
  CHECK(result->gpu.count == 1);
  CHECK(result->sharing.mode == Mode::kExclusive);
  CHECK(result->sharing.replicas == 1);
  REQUIRE(result->workloads.size() == 1);
  const workload::Workload& w = result->workloads.front();
  CHECK(w.name == "detector");
  CHECK(w.pods == 1);
  CHECK(w.processes == 1);
  CHECK(w.streams == 1);
  CHECK(w.route == workload::Route::kPerPod);
  CHECK(std::get<workload::Poisson>(w.arrivals).rate_per_s == 15.0);
  CHECK(w.request.gpu_ms_on("T4")->mean() == 8.0);
  CHECK(w.request.cpu_ms.mean() == 0.0);
  CHECK(w.request.bursts == 1);
  CHECK_FALSE(w.request.bursts_given);
  CHECK(w.request.launch == workload::Launch::kSync);
  CHECK(w.width == 1.0);
  CHECK_FALSE(w.memory.has_value());
  CHECK_FALSE(w.slo_p99_ms.has_value());
  CHECK(result->run.seed == 1);
  CHECK_FALSE(result->run.duration_s.has_value());
  CHECK(result->run.precision == 0.02);
  CHECK(result->run.max_events == 200'000'000);
}

/// What the reader says to times on parts of an A100, whose whole takes 8 ms.
std::string notes_on_solo_points(const std::string& points) {
  const auto result =
      read(test::kSmallest, {{"gpu.model", "A100-40GB"}, {"workloads[0].request.gpu_ms_small", points}});
  REQUIRE(issues(result) == "");
  std::string text;
  for (const Issue& note : result->notes) text += note.what + "\n";
  return text;
}

TEST_CASE("a time on a part of the card that the whole card's contradicts is refused", "[scenario][unit]") {
  const auto problem = [](const std::string& points) {
    return issues(read(test::kSmallest, {{"gpu.model", "A100-40GB"}, {"workloads[0].request.gpu_ms_small", points}}));
  };
  CHECK_THAT(problem("{profile: 1g.5gb, ms: 4}"),
             Catch::Contains(
                 "gpu_ms_small.ms` is 4 ms on 1g.5gb, and the whole card takes 8 ms: no part of a card is faster"));
  CHECK_THAT(problem("[{profile: 1g.5gb, ms: 40}, {profile: 3g.20gb, ms: 0.02}]"),
             Catch::Contains("gpu_ms_small[1].ms` is 0.02"));
  CHECK_THAT(problem("{profile: 7g.40gb, ms: 40}"), Catch::Contains("that profile is the whole card"));
  CHECK_THAT(problem("{profile: 7g.40gb, ms: 1}"), Catch::Contains("no part of a card is faster"));
}

TEST_CASE("a time on a part of the card that is not used, or hardly believed, is noted", "[scenario][unit]") {
  CHECK(notes_on_solo_points("{profile: 1g.5gb, ms: 40}") == "");
  CHECK(notes_on_solo_points("{profile: 1g.5gb, ms: 8}") == "");
  CHECK_THAT(notes_on_solo_points("{profile: 1g.5gb, ms: 7.4}"), Catch::Contains("taken as measured"));
  CHECK_THAT(notes_on_solo_points("{profile: 7g.40gb, ms: 8}"), Catch::Contains("counts on 7g.40gb only"));
  CHECK_THAT(notes_on_solo_points("{profile: 1g.12gb, ms: 40}"),
             Catch::Contains("is not used: A100-40GB has no profile 1g.12gb"));
  const auto other = with("workloads[0].request.gpu_ms_small", "{profile: 1g.5gb, ms: 1}");
  REQUIRE(issues(other) == "");
  CHECK_THAT(other->notes.front().what, Catch::Contains("is not used: T4 has no profile"));
}

TEST_CASE("JSON whose escapes are halves of a character is read, and half a character is refused", "[scenario][unit]") {
  const auto named = [](const std::string& name) {
    return read(R"({"version": 1, "gpu": {"model": "T4"}, "workloads": [{"name": ")" + name +
                R"(", "arrivals": {"kind": "closed"}, "request": {"gpu_ms": 8}}]})");
  };
  const auto rocket = named(R"(a \\ \ud83d\ude80 \u00e9)");
  REQUIRE(issues(rocket) == "");
  CHECK(rocket->workloads[0].name == "a \\ \xF0\x9F\x9A\x80 \u00e9");
  CHECK(issues(named(R"(\\ud83d\\ude80)")) == "");
  CHECK_THAT(issues(named(R"(\ud83d)")), Catch::Contains("t.yaml:1: this is not YAML"));
  CHECK_THAT(issues(named(R"(\ud83d\ud83d\ude80)")), Catch::Contains("t.yaml:1: this is not YAML"));
}

TEST_CASE("every key of the format is read", "[scenario][unit]") {
  const auto result = read(R"(version: 1
gpu: {instance: g4dn.xlarge, model: Tesla-T4, count: 2, slice_us: 1000, switch_us: {preempt: 100, voluntary: 50, idle: 0},
      refill_us: 10, switch_jitter_us: 5, idle_gap_us: 20, ring: arrival, sms: 41, memory_mib: 15000}
sharing: {mode: time-slicing, replicas: 4}
workloads:
  - name: detector
    pods: 4
    processes: 2
    streams: 3
    arrivals: {kind: batch, total_rate_per_s: 5, size: {dist: geometric, mean: 4}, route: shared-queue}
    request: {gpu_ms: {T4: 8.0, NVIDIA-A10G: {dist: lognormal, mean: 3.4, cv: 0.2}}, cpu_ms: {dist: gamma, mean: 1, cv: 0.3},
              copy_ms: 0.5, bursts: 3, launch: async, gpu_ms_small: {profile: 1g.5gb, ms: 40}}
    width: 0.4
    memory_mib: {from: 1000, to: 3200, at_s: 60}
    framework: pytorch
    reserve_fraction: 0.5
    slo: {p99_ms: 60}
run: {seed: 18446744073709551615, duration_s: 12.5, precision: 0.05, engine: stepping, max_events: 1000000}
)");
  REQUIRE(issues(result) == "");
  const GpuChoice& gpu = result->gpu;
  CHECK(gpu.model.name == "T4");
  CHECK(gpu.instance->name == "g4dn.xlarge");
  CHECK(gpu.count == 2);
  CHECK(gpu.model.sms.value == 41.0);
  CHECK(gpu.model.memory_mib.value == 15000.0);
  const hw::GpuProfile& profile = gpu.model.profile;
  CHECK(profile.slice_us.nominal == 1000.0);
  CHECK_FALSE(profile.slice_us.uncertain());
  CHECK(profile.slice_us.source == "scenario file");
  CHECK(profile.preempt_us.nominal == 100.0);
  CHECK(profile.voluntary_us.nominal == 50.0);
  CHECK(profile.idle_us.nominal == 0.0);
  CHECK(profile.refill_us.nominal == 10.0);
  CHECK(profile.switch_jitter_us.nominal == 5.0);
  CHECK(profile.idle_gap_us.nominal == 20.0);
  CHECK(profile.ring == hw::Ring::kArrival);
  CHECK_FALSE(profile.assumed);
  CHECK(result->sharing.mode == Mode::kTimeSlicing);
  CHECK(result->sharing.replicas == 4);
  const workload::Workload& w = result->workloads.front();
  CHECK(w.pods == 4);
  CHECK(w.processes == 2);
  CHECK(w.streams == 3);
  CHECK(w.route == workload::Route::kSharedQueue);
  CHECK(std::get<workload::Batch>(w.arrivals).batches_per_s == 5.0);
  CHECK(std::get<workload::Batch>(w.arrivals).size.mean() == 4.0);
  CHECK(w.request.gpu_ms_on("A10G")->scv() == Approx(0.04));
  CHECK(w.request.cpu_ms.scv() == Approx(0.09));
  CHECK(w.request.copy_ms.mean() == 0.5);
  CHECK(w.request.bursts == 3);
  CHECK(w.request.bursts_given);
  CHECK(w.request.launch == workload::Launch::kAsync);
  CHECK(w.request.gpu_ms_small == std::vector<std::pair<std::string, double>>{{"1g.5gb", 40.0}});
  CHECK(w.width == 0.4);
  CHECK(w.width_given);
  CHECK(w.memory->to_mib == 3200.0);
  CHECK(w.memory->at_s == 60.0);
  CHECK(w.framework == "pytorch");
  CHECK(w.reserve_fraction == 0.5);
  CHECK(w.slo_p99_ms == 60.0);
  CHECK(result->run.seed == ~std::uint64_t{0});
  CHECK(result->run.duration_s == 12.5);
  CHECK(result->run.precision == 0.05);
  CHECK(result->run.engine == Engine::kStepping);
  CHECK(result->run.max_events == 1'000'000);
}

TEST_CASE("JSON is read like YAML", "[scenario][unit]") {
  CHECK(issues(read(R"({"version": 1, "gpu": {"model": "T4"}, "workloads": [
    {"name": "a", "arrivals": {"kind": "closed", "concurrency": 2, "think_ms": 1.5}, "request": {"gpu_ms": 8e0}}]})")) ==
        "");
}

TEST_CASE("every arrival process is read", "[scenario][unit]") {
  const auto arrivals = [](const std::string& text) {
    const auto result = with("workloads[0].arrivals", text);
    REQUIRE(issues(result) == "");
    return result->workloads.front();
  };
  CHECK(std::get<workload::Deterministic>(arrivals("{kind: deterministic, rate_per_s: 3}").arrivals).rate_per_s == 3.0);
  CHECK(std::get<workload::Batch>(arrivals("{kind: batch, rate_per_s: 3, size: 4}").arrivals).size.is_constant());
  const auto mmpp = arrivals("{kind: mmpp, rates_per_s: [0, 50], mean_s: [10, 0.5]}");
  CHECK(std::get<workload::Mmpp>(mmpp.arrivals).rates_per_s == std::vector<double>{0.0, 50.0});
  CHECK(std::get<workload::Mmpp>(mmpp.arrivals).mean_s == std::vector<double>{10.0, 0.5});
  CHECK(std::get<workload::Closed>(arrivals("{kind: closed}").arrivals).concurrency == 1);
  const auto closed = arrivals("{kind: closed, concurrency: 3, think_ms: {dist: exponential, mean: 5}}");
  CHECK(std::get<workload::Closed>(closed.arrivals).think_ms.mean() == 5.0);
  CHECK(closed.closed());
  CHECK(arrivals("{kind: poisson, total_rate_per_s: 9}").route == workload::Route::kRandom);
  CHECK(arrivals("{kind: poisson, total_rate_per_s: 9, route: round-robin}").route == workload::Route::kRoundRobin);
}

TEST_CASE("every law is read", "[scenario][unit]") {
  const auto law = [](const std::string& text) {
    const auto result = with("workloads[0].request.gpu_ms", text);
    REQUIRE(issues(result) == "");
    return *result->workloads.front().request.gpu_ms_on("T4");
  };
  CHECK(law("{dist: constant, value: 3}").is_constant());
  CHECK(law("{dist: constant, mean: 3}").mean() == 3.0);
  CHECK(law("{dist: exponential, mean: 3}").scv() == 1.0);
  CHECK(law("{dist: erlang, mean: 3, k: 4}").scv() == 0.25);
  CHECK(law("{dist: gamma, mean: 3, cv: 0.5}").scv() == 0.25);
  CHECK(law("{dist: gamma, mean: 3, cv: 0}").is_constant());
  CHECK(law("{dist: lognormal, mean: 3, cv: 2}").scv() == 4.0);
  CHECK(law("{dist: hyperexponential, p: 0.25, means: [1, 5]}").mean() == 4.0);
  CHECK(law("{dist: hyperexponential, p: [0.2, 0.3, 0.5], means: [1, 2, 4]}").mean() == Approx(2.8));
  CHECK(law("{dist: uniform, low: 1, high: 3}").mean() == 2.0);
}

TEST_CASE("an instance brings its card and number of GPUs", "[scenario][unit]") {
  const auto result = with("gpu", "{instance: g4dn.12xlarge}");
  REQUIRE(issues(result) == "");
  CHECK(result->gpu.model.name == "T4");
  CHECK(result->gpu.count == 4);
}

TEST_CASE("one switch cost stands for all three, and only what is given loses its uncertainty", "[scenario][unit]") {
  const auto result = with("gpu", "{model: A100-80GB, switch_us: 77}");
  REQUIRE(issues(result) == "");
  const hw::GpuProfile& profile = result->gpu.model.profile;
  CHECK(profile.preempt_us.nominal == 77.0);
  CHECK(profile.voluntary_us.nominal == 77.0);
  CHECK(profile.idle_us.nominal == 77.0);
  CHECK_FALSE(profile.idle_us.uncertain());
  CHECK(profile.slice_us.uncertain());
}

TEST_CASE("aliases are read as the values they stand for", "[scenario][unit]") {
  const auto result = read(R"(version: 1
gpu: {model: T4}
workloads:
  - {name: a, arrivals: &same {kind: poisson, rate_per_s: 15}, request: {gpu_ms: 8}}
  - {name: b, arrivals: *same, request: {gpu_ms: 8}}
)");
  REQUIRE(issues(result) == "");
  CHECK(std::get<workload::Poisson>(result->workloads[1].arrivals).rate_per_s == 15.0);
}

TEST_CASE("surprises of the model are noted", "[scenario][unit]") {
  const auto notes = [](const std::vector<Override>& overrides) {
    const auto result = read(test::kSmallest, overrides);
    REQUIRE(issues(result) == "");
    std::string text;
    for (const Issue& note : result->notes) {
      CHECK(note.severity == Severity::kNote);
      text += note.where + ": " + note.what + "\n";
    }
    return text;
  };
  CHECK(notes({}) == "");
  const Override shared{"sharing", "{mode: time-slicing, replicas: 4}"};
  CHECK_THAT(notes({shared}), Catch::Contains("t.yaml:2: the time-slicing parameters of T4 are assumed"));
  CHECK(notes({shared, {"gpu.model", "A100-80GB"}}) == "");
  CHECK(notes({shared, {"gpu", "{model: T4, slice_us: 2000, switch_us: 100, refill_us: 0}"}}) == "");
  const Override host{"workloads[0].request.cpu_ms", "1"};
  CHECK_THAT(notes({shared, host}), Catch::Contains("t.yaml:4: detector has host time but no `bursts`"));
  CHECK(notes({host}) == "");
  CHECK_THAT(notes({shared, host, {"workloads[0].request.bursts", "1"}}), !Catch::Contains("bursts"));
  const Override closed{"workloads[0].arrivals", "{kind: closed}"};
  CHECK_THAT(notes({shared, closed, {"workloads[0].pods", "2"}}), Catch::Contains("keep in step"));
  CHECK_THAT(notes({shared, closed}), !Catch::Contains("keep in step"));
}

}  // namespace libsched::scenario
