// Whole scenarios under both engines: the same report, to the last byte, and the same trace.
#include <catch2/catch.hpp>

#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

namespace libsched::scenario {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_{seed} {}
  int whole(int low, int high) { return low + static_cast<int>(bits_() % static_cast<std::uint64_t>(high - low + 1)); }
  bool one_in(int n) { return whole(1, n) == 1; }
  template <class T>
  T any(std::initializer_list<T> of) {
    return *(of.begin() + whole(0, static_cast<int>(of.size()) - 1));
  }

 private:
  std::mt19937_64 bits_;
};

std::string random_law(Dice& dice, int ms) {
  switch (dice.whole(0, 4)) {
    case 0:
      return fmt::format("{{dist: exponential, mean: {}}}", ms);
    case 1:
      return fmt::format("{{dist: lognormal, mean: {}, cv: 1.5}}", ms);
    default:
      return std::to_string(ms);  // constant: then everything meets at round times
  }
}

std::string random_arrivals(Dice& dice, int pods) {
  const int rate = dice.whole(1, 12);
  // Of one pod, or of all behind one source.
  const bool fleet = pods > 1 && dice.one_in(2);
  const std::string route =
      fleet ? fmt::format(", route: {}", dice.any({"random", "round-robin", "shared-queue"})) : "";
  const std::string total =
      fmt::format("{}: {}", fleet ? "total_rate_per_s" : "rate_per_s", fleet ? rate * pods : rate);
  switch (dice.whole(0, 5)) {
    case 0:
      return fmt::format("{{kind: poisson, {}{}}}", total, route);
    case 1:
      return fmt::format("{{kind: deterministic, {}{}}}", total, route);
    case 2:
      return fmt::format("{{kind: batch, {}{}, size: {}}}", total, route, dice.whole(1, 6));
    case 3:
      return fmt::format("{{kind: mmpp, rates_per_s: [{}, 0], mean_s: [0.5, 0.5]}}", 2 * rate);
    default:
      return fmt::format("{{kind: closed, concurrency: {}, think_ms: {}}}", dice.whole(1, 3),
                         dice.one_in(2) ? "0" : random_law(dice, dice.whole(1, 30)));
  }
}

std::string random_scenario(std::uint64_t seed) {
  Dice dice{seed};
  std::string text = "version: 1\n";
  const bool round = dice.one_in(2);
  text += fmt::format(
      "gpu: {{model: T4, count: {}, ring: {}, slice_us: {}, switch_us: {{preempt: {}, voluntary: {}, idle: {}}}, "
      "refill_us: {}, idle_gap_us: {}, switch_jitter_us: 0}}\n",
      dice.whole(1, 3), dice.any({"creation", "arrival"}), round ? 1000 * dice.whole(1, 3) : dice.whole(500, 4000),
      round ? 0 : dice.whole(0, 300), round ? dice.any({0, 1000}) : dice.whole(0, 300), dice.any({0, 0, 100, 1000}),
      dice.any({0, 0, 20, 400}), dice.any({0, 0, 50, 500, 5000}));
  text += "sharing: {mode: time-slicing, replicas: 8}\nworkloads:\n";
  const int workloads = dice.whole(1, 3);
  for (int w = 0; w < workloads; ++w) {
    const int pods = dice.whole(1, 4);
    text += fmt::format(
        "  - {{name: w{}, pods: {}, processes: {}, streams: {}, arrivals: {}, request: {{gpu_ms: {}, "
        "cpu_ms: {}, copy_ms: {}, bursts: {}, launch: {}}}}}\n",
        w, pods, dice.one_in(4) ? 2 : 1, dice.any({1, 1, 2, 3}), random_arrivals(dice, pods),
        random_law(dice, dice.whole(1, 60)), dice.any({0, 0, 1, 7}), dice.any({0, 0, 2}), dice.any({1, 1, 2, 5}),
        dice.any({"sync", "sync", "async"}));
  }
  // Mostly a duration; now and then until a precision.
  text += dice.one_in(6)
              ? fmt::format("run: {{seed: {}, precision: 0.4, max_events: 100000000, duration_s: auto}}\n", seed)
              : fmt::format("run: {{seed: {}, duration_s: {}}}\n", seed, dice.whole(1, 15));
  return text;
}

struct Spans : share::SpanObserver {
  void on_span(const share::Span& span) override {
    if (span.begin > Time{std::chrono::seconds{3}}) return;
    text += fmt::format("{} {} {} {}\n", static_cast<int>(span.kind), span.slot, span.begin.time_since_epoch().count(),
                        span.end.time_since_epoch().count());
  }
  std::string text;
};

struct Run {
  std::string report;
  std::string engine;
  std::deque<Spans> spans;
  std::string stopped;
};

Run run(const std::string& text, const char* engine) {
  auto scenario = read_scenario(text, "random.yaml", "", {{"run.engine", engine}});
  if (!scenario) FAIL(text << scenario.error()[0].where << ": " << scenario.error()[0].what);
  scenario->run.intervals = false;
  Run result;
  Hooks hooks;
  hooks.observer = [&](std::uint32_t) { return &result.spans.emplace_back(); };
  Report report = simulate(*scenario, hooks);
  result.engine = report.engine;
  result.stopped = report.stopped;
  report.engine.clear();
  result.report = to_json(report);
  return result;
}

}  // namespace

TEST_CASE("a scenario's report and trace are the same, slices stepped or skipped", "[scenario][twin]") {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::string text = random_scenario(seed);
    INFO(text);
    const Run stepped = run(text, "stepping");
    const Run skipped = run(text, "skipping");
    CHECK(stepped.engine == "stepping");
    CHECK(skipped.engine == "skipping");
    // `events` counts what was computed, so there the two stop at different times.
    if (stepped.stopped == "events") continue;
    ++compared;
    REQUIRE(stepped.report == skipped.report);
    for (std::size_t g = 0; g < stepped.spans.size(); ++g) REQUIRE(stepped.spans[g].text == skipped.spans[g].text);
  }
  CHECK(compared > 200);
}

TEST_CASE("switches that vary are skipped, unless so much that the report must say why every slice is stepped",
          "[scenario][unit]") {
  const auto report = [&](int jitter_us, const char* engine) {
    const std::string text = fmt::format(R"(version: 1
gpu: {{model: T4, switch_us: 150, switch_jitter_us: {}}}
sharing: {{mode: time-slicing, replicas: 2}}
workloads: [{{name: w, pods: 2, arrivals: {{kind: poisson, rate_per_s: 10}}, request: {{gpu_ms: 8}}}}]
run: {{duration_s: 1}}
)",
                                         jitter_us);
    return simulate(*read_scenario(text, "t.yaml", "", {{"run.engine", engine}}));
  };
  const auto says = [](const Report& r) {
    for (const Issue& note : r.notes) {
      if (note.where == "run.engine") return true;
    }
    return false;
  };
  for (const int jitter_us : {0, 20, 600}) {
    CHECK(report(jitter_us, "auto").engine == "skipping");
    CHECK_FALSE(says(report(jitter_us, "auto")));
  }
  CHECK(report(601, "auto").engine == "stepping");
  // Also where only the shortest switches of the card's interval vary too much.
  CHECK(simulate(*read_scenario(R"(version: 1
gpu: {model: T4, switch_jitter_us: 400}
sharing: {mode: time-slicing, replicas: 2}
workloads: [{name: w, pods: 2, arrivals: {kind: poisson, rate_per_s: 10}, request: {gpu_ms: 8}}]
run: {duration_s: 1}
)",
                                "t.yaml", ""))
            .engine == "stepping");
  CHECK(says(report(601, "auto")));
  CHECK(says(report(601, "skipping")));
  CHECK_FALSE(says(report(601, "stepping")));
}

TEST_CASE("with switches that vary both engines agree on a whole scenario, within their intervals",
          "[scenario][twin]") {
  const auto report = [&](const char* engine, int jitter_us) {
    const std::string text = fmt::format(R"(version: 1
gpu: {{model: T4, slice_us: 2000, switch_us: 200, refill_us: 0, switch_jitter_us: {}}}
sharing: {{mode: time-slicing, replicas: 4}}
workloads:
  - {{name: a, pods: 3, arrivals: {{kind: poisson, rate_per_s: 6}}, request: {{gpu_ms: {{dist: exponential, mean: 30}}}}}}
  - {{name: b, pods: 1, arrivals: {{kind: closed, think_ms: 40}}, request: {{gpu_ms: 25, cpu_ms: 3}}}}
run: {{duration_s: 4000}}
)",
                                         jitter_us);
    return simulate(*read_scenario(text, "t.yaml", "", {{"run.engine", engine}}));
  };
  for (const int jitter_us : {30, 500}) {
    const Report stepped = report("stepping", jitter_us);
    const Report skipped = report("skipping", jitter_us);
    INFO(jitter_us << " us");
    REQUIRE(skipped.engine == "skipping");
    for (std::size_t w = 0; w < 2; ++w) {
      const LatencyReport& a = *stepped.workloads[w].latency_ms;
      const LatencyReport& b = *skipped.workloads[w].latency_ms;
      // Two independent estimates, each within its interval 19 times of 20; the fixed seeds make it one outcome.
      const auto near = [](const Interval& x, const Interval& y) {
        return std::abs(x.value - y.value) <= (x.high - x.low) / 2 + (y.high - y.low) / 2;
      };
      CHECK(near(a.mean, b.mean));
      CHECK(near(a.p99, b.p99));
    }
    CHECK(skipped.gpus[0].switch_fraction == Approx(stepped.gpus[0].switch_fraction).epsilon(0.01));
  }
}

}  // namespace libsched::scenario
