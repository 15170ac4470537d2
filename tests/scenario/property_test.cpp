// What must hold for any scenario, tried on random ones. The seeds are fixed: what fails once fails always.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

namespace libsched::scenario {
namespace {

constexpr int kCases = 60;

struct Work {
  int pods = 1;
  double rate_per_s = 1;  ///< per pod; 0: one closed client
  double think_ms = 0;
  double gpu_ms = 1;
  double cpu_ms = 0;
  int bursts = 1;
  bool constant = true;
};

/// A random system on one T4 whose parameters are all given, so that no variant is left to run.
struct Case {
  std::string mode = "time-slicing";
  double slice_us = 2000, preempt_us = 100, voluntary_us = 50, idle_us = 20;
  std::string ring = "creation";
  double seconds = 60;
  std::uint64_t seed = 1;
  std::vector<Work> work;

  std::string yaml() const {
    std::string text = "version: 1\n";
    text += fmt::format(
        "gpu: {{model: T4, ring: {}, slice_us: {}, switch_us: {{preempt: {}, voluntary: {}, idle: {}}}, refill_us: 0, "
        "switch_jitter_us: 0, idle_gap_us: 0}}\n",
        ring, slice_us, preempt_us, voluntary_us, idle_us);
    text += mode == "exclusive" ? "sharing: {mode: exclusive}\n"
                                : fmt::format("sharing: {{mode: {}, replicas: 16}}\n", mode);
    text += "workloads:\n";
    for (std::size_t w = 0; w < work.size(); ++w) {
      const Work& one = work[w];
      const std::string arrivals = one.rate_per_s > 0
                                       ? fmt::format("{{kind: poisson, rate_per_s: {}}}", one.rate_per_s)
                                       : fmt::format("{{kind: closed, concurrency: 1, think_ms: {}}}", one.think_ms);
      const std::string gpu_ms =
          one.constant ? fmt::format("{}", one.gpu_ms) : fmt::format("{{dist: exponential, mean: {}}}", one.gpu_ms);
      text +=
          fmt::format("  - {{name: w{}, pods: {}, arrivals: {}, request: {{gpu_ms: {}, cpu_ms: {}, bursts: {}}}}}\n", w,
                      one.pods, arrivals, gpu_ms, one.cpu_ms, one.bursts);
    }
    return text + fmt::format("run: {{seed: {}, duration_s: {}}}\n", seed, seconds);
  }

  Report run() const {
    auto scenario = read_scenario(yaml(), "random.yaml", "");
    if (!scenario) UNSCOPED_INFO(scenario.error()[0].where << ": " << scenario.error()[0].what);
    REQUIRE(scenario.has_value());
    scenario->run.intervals = false;
    return simulate(*scenario);
  }
};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_{seed} {}
  int whole(int low, int high) { return low + static_cast<int>(bits_() % static_cast<std::uint64_t>(high - low + 1)); }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(bits_() >> 11) * 0x1p-53; }

 private:
  std::mt19937_64 bits_;
};

/// One to three workloads that together ask 20 to 75 % of the GPU.
Case random_case(std::uint64_t seed) {
  Dice dice{seed};
  Case one;
  one.seed = seed;
  one.slice_us = dice.between(500, 4000);
  one.preempt_us = dice.between(0, 150);
  one.voluntary_us = dice.between(0, 50);
  one.idle_us = dice.between(0, 20);
  one.ring = dice.whole(0, 1) == 0 ? "creation" : "arrival";
  const int workloads = dice.whole(1, 3);
  const double load = dice.between(0.2, 0.75);
  for (int w = 0; w < workloads; ++w) {
    Work work;
    work.pods = dice.whole(1, 3);
    work.gpu_ms = dice.between(1, 15);
    work.rate_per_s = load * 1000 / workloads / work.pods / work.gpu_ms;
    work.cpu_ms = dice.whole(0, 1) == 0 ? 0 : dice.between(0.1, 2);
    work.bursts = dice.whole(1, 3);
    work.constant = dice.whole(0, 1) == 0;
    one.work.push_back(work);
  }
  return one;
}

/// True where the p99 of no workload of `harder` lies below that of `base`, beyond the intervals of both.
void check_no_better(const Case& base, const Case& harder) {
  const Report before = base.run(), after = harder.run();
  for (std::size_t w = 0; w < before.workloads.size(); ++w) {
    const WorkloadReport &b = before.workloads[w], &a = after.workloads[w];
    if (!b.latency_ms) CHECK(!a.latency_ms);
    if (!b.latency_ms || !a.latency_ms) continue;  // unstable: worse than anything
    INFO("w" << w << " p99 " << b.latency_ms->p99.value << " -> " << a.latency_ms->p99.value << "\n"
             << base.yaml() << harder.yaml());
    const double wide_before = b.latency_ms->p99.value - b.latency_ms->p99.low;
    const double wide_after = a.latency_ms->p99.high - a.latency_ms->p99.value;
    CHECK(a.latency_ms->p99.value + wide_after >= b.latency_ms->p99.value - wide_before);
  }
}

}  // namespace

TEST_CASE("more load never lowers anybody's p99", "[scenario][property]") {
  for (std::uint64_t seed = 1; seed <= kCases; ++seed) {
    const Case base = random_case(seed);
    Case harder = base;
    harder.work[0].rate_per_s *= 1.25;
    check_no_better(base, harder);
  }
}

TEST_CASE("one more tenant never lowers anybody's p99", "[scenario][property]") {
  for (std::uint64_t seed = 101; seed < 101 + kCases; ++seed) {
    const Case base = random_case(seed);
    Case harder = base;
    Work more;
    more.gpu_ms = 5;
    more.rate_per_s = 25;
    harder.work.push_back(more);
    check_no_better(base, harder);
  }
}

TEST_CASE("slower GPU work never lowers anybody's p99", "[scenario][property]") {
  for (std::uint64_t seed = 201; seed < 201 + kCases; ++seed) {
    const Case base = random_case(seed);
    Case harder = base;
    for (Work& work : harder.work) work.gpu_ms *= 1.2;
    check_no_better(base, harder);
  }
}

TEST_CASE("a tenant alone under time-slicing has the GPU for itself", "[scenario][property]") {
  for (std::uint64_t seed = 301; seed < 301 + kCases; ++seed) {
    Case shared = random_case(seed);
    shared.work.resize(1);
    shared.work[0].pods = 1;
    if (seed % 3 == 0) shared.work[0].rate_per_s = 0;
    shared.work[0].think_ms = seed % 2 == 0 ? 0 : 4;
    Case exclusive = shared;
    exclusive.mode = "exclusive";
    const Report a = shared.run(), b = exclusive.run();
    INFO(shared.yaml());
    CHECK(a.workloads[0].completed == b.workloads[0].completed);
    REQUIRE(a.workloads[0].latency_ms);
    REQUIRE(b.workloads[0].latency_ms);
    CHECK(a.workloads[0].latency_ms->p99.value == b.workloads[0].latency_ms->p99.value);
    CHECK(a.workloads[0].latency_ms->mean.value == b.workloads[0].latency_ms->mean.value);
    CHECK(a.gpus[0].switch_fraction == 0);
  }
}

TEST_CASE("ten times slower in everything is ten times the latency", "[scenario][property]") {
  for (std::uint64_t seed = 401; seed < 401 + kCases; ++seed) {
    Case fast = random_case(seed);
    if (seed % 3 == 0) fast.work.push_back({1, 0, 3, 4, 0.5, 1, true});
    fast.seconds = 20;
    Case slow = fast;
    slow.seconds *= 10;
    slow.slice_us *= 10;
    slow.preempt_us *= 10;
    slow.voluntary_us *= 10;
    slow.idle_us *= 10;
    for (Work& work : slow.work) {
      work.rate_per_s /= 10;
      work.think_ms *= 10;
      work.gpu_ms *= 10;
      work.cpu_ms *= 10;
    }
    const Report a = fast.run(), b = slow.run();
    for (std::size_t w = 0; w < a.workloads.size(); ++w) {
      INFO("w" << w << "\n" << fast.yaml());
      const auto count = static_cast<double>(a.workloads[w].completed);
      CHECK(static_cast<double>(b.workloads[w].completed) == Approx(count).epsilon(1e-3).margin(2));
      REQUIRE(a.workloads[w].latency_ms.has_value() == b.workloads[w].latency_ms.has_value());
      if (!a.workloads[w].latency_ms) continue;
      // Rounding to nanoseconds may swap what ends at nearly the same time; the histogram adds 0.1 %.
      CHECK(b.workloads[w].latency_ms->mean.value == Approx(10 * a.workloads[w].latency_ms->mean.value).epsilon(0.01));
      CHECK(b.workloads[w].latency_ms->p99.value == Approx(10 * a.workloads[w].latency_ms->p99.value).epsilon(0.02));
    }
    CHECK(b.gpus[0].busy_fraction == Approx(a.gpus[0].busy_fraction).margin(2e-3));
    CHECK(b.gpus[0].switch_fraction == Approx(a.gpus[0].switch_fraction).margin(2e-3));
  }
}

TEST_CASE("workloads that are the same fare the same, in whatever order", "[scenario][property]") {
  for (std::uint64_t seed = 501; seed < 501 + kCases / 2; ++seed) {
    Case one = random_case(seed);
    one.work.resize(1);
    one.work[0].pods = 1;
    one.work[0].rate_per_s = 0.3 * 1000 / one.work[0].gpu_ms;
    one.work.push_back(one.work[0]);
    const Report report = one.run();
    const auto &a = report.workloads[0].latency_ms, &b = report.workloads[1].latency_ms;
    REQUIRE(a);
    REQUIRE(b);
    INFO(one.yaml());
    // Other draws, so the intervals must meet, twice as wide as 95 % asks.
    const double width = 2 * (a->mean.high - a->mean.low + b->mean.high - b->mean.low);
    CHECK(std::abs(a->mean.value - b->mean.value) <= width);
  }
}

TEST_CASE("a workload called unstable is served less than it asks", "[scenario][property]") {
  for (std::uint64_t seed = 701; seed < 701 + 2 * kCases; ++seed) {
    Case one = random_case(seed);
    Dice dice{seed + 1000};
    one.work[0].rate_per_s *= dice.between(1, 3);
    if (seed % 2 == 0) one.work.push_back({2, 0, 0, dice.between(1, 10), 0, dice.whole(1, 3), seed % 4 == 0});
    const Report report = one.run();
    for (std::size_t w = 0; w < one.work.size(); ++w) {
      if (report.workloads[w].stable) continue;
      INFO("w" << w << "\n" << one.yaml());
      const double asked = one.work[w].rate_per_s * one.work[w].pods * one.seconds;
      CHECK(static_cast<double>(report.workloads[w].completed) <= asked + 3 * std::sqrt(asked));
    }
  }
}

TEST_CASE("no more completes than arrives, and the GPU's time adds up", "[scenario][property]") {
  for (std::uint64_t seed = 601; seed < 601 + kCases; ++seed) {
    Case one = random_case(seed);
    if (seed % 4 == 0) one.work[0].rate_per_s *= 4;  // overload included
    if (seed % 5 == 0) one.work[0].rate_per_s = 0;
    const Report report = one.run();
    INFO(one.yaml());
    const GpuReport& gpu = report.gpus[0];
    CHECK(gpu.busy_fraction + gpu.switch_fraction + gpu.idle_fraction == Approx(1).margin(1e-9));
    for (const double part : {gpu.busy_fraction, gpu.switch_fraction, gpu.idle_fraction}) CHECK(part >= 0);
    double asked_ms = 0;
    for (std::size_t w = 0; w < one.work.size(); ++w) {
      const Work& work = one.work[w];
      asked_ms += static_cast<double>(report.workloads[w].completed) * work.gpu_ms;
      // Of an unstable workload the report tells what the GPU would serve.
      if (work.rate_per_s <= 0 || !report.workloads[w].stable) continue;
      const double expected = work.rate_per_s * work.pods * one.seconds;
      CHECK(static_cast<double>(report.workloads[w].completed) <= expected + 6 * std::sqrt(expected));
    }
    // Every millisecond that was served was busy; requests of random length need some room.
    CHECK(asked_ms <= 1.1 * gpu.busy_fraction * report.virtual_s * 1000 + 50);
  }
}

}  // namespace libsched::scenario
