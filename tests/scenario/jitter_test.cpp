// Jitter is spread around a mean cost, which it must not change.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <libsched/scenario/simulate.hpp>

#include "scenario/read.hpp"

using namespace libsched;
using namespace libsched::scenario;

namespace {

std::string text(const std::string& switches, int jitter_us) {
  return fmt::format(
      "version: 1\n"
      "gpu: {{model: T4, slice_us: 2000, switch_us: {}, refill_us: 0, switch_jitter_us: {}}}\n"
      "sharing: {{mode: time-slicing, replicas: 2}}\n"
      "workloads: [{{name: a, pods: 2, arrivals: {{kind: closed}}, request: {{gpu_ms: 8}}}}]\n"
      "run: {{duration_s: 100}}\n",
      switches, jitter_us);
}

double switch_fraction(const std::string& switches, int jitter_us) {
  return simulate(test::read(text(switches, jitter_us))).gpus[0].switch_fraction;
}

}  // namespace

TEST_CASE("switches keep their mean cost up to the greatest jitter there is, and beyond it is refused",
          "[scenario][unit]") {
  // 2 ms of work and a switch of 100 us in turn: one in 21, whatever their spread.
  for (const int jitter_us : {0, 20, 100, 300, 1000}) {
    INFO(jitter_us << " us");
    CHECK(switch_fraction("100", jitter_us) == Approx(1.0 / 21).epsilon(0.15));
  }
  // Of both switches only the longer one may vary so much.
  CHECK(switch_fraction("{preempt: 100, voluntary: 2, idle: 2}", 1000) > 0.03);
  const auto refused = read_scenario(text("100", 1001), "test.yaml", ".");
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().front().what, Catch::Contains("no run is long enough to see their mean"));
}
