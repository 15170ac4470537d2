// A run ends when its queues stand still, not when many pods together are precise about queues that still grow.
#include <catch2/catch.hpp>

#include <libsched/analytic/single_server.hpp>
#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {
const Distribution kExponential{Distribution::Law{Distribution::Exponential{10}}};
}

TEST_CASE("hundreds of pods at load 0.9 have the latencies of one that has run for long", "[actors][oracle]") {
  constexpr int kPods = 300;
  const auto spec =
      system(workload::Poisson{90}, kExponential, kPods, share::ModeKind::kExclusive, {}, std::uint32_t{kPods});
  actors::StopRule rule;
  rule.precision = 0.1;  // they are as precise within a second, with a p99 of 95 ms
  const auto outcome = actors::run(spec, rule);
  CHECK(outcome.stopped == actors::Stopped::kPrecision);
  CHECK(outcome.workloads[0].latency->mean_ms.value == Approx(analytic::mm1_mean(0.09, 10)).epsilon(0.05));
  CHECK(outcome.workloads[0].latency->quantile_ms.back().value ==
        Approx(analytic::mm1_quantile(0.09, 10, 0.99)).epsilon(0.06));
}

TEST_CASE("what stands still has settled, what still rises has not, and chance is no rise", "[actors][unit]") {
  const auto stats = [](double rise) {
    actors::LatencyStats result;
    Time now{};
    for (std::uint64_t n = 0; n < (1 << 14); ++n) {
      now += from_ms(1);
      Draw draw{RandomKey{1, 2}, Purpose::kGpu, n};
      result.add(now, from_ms(10 * (0.9 + 0.2 * draw.uniform()) * (1 + rise * static_cast<double>(n) / (1 << 14))));
    }
    return result;
  };
  CHECK(stats(0).settled(0));
  CHECK(stats(0.01).settled(0.01));
  CHECK_FALSE(stats(0.1).settled(0.01));
}
