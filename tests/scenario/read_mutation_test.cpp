#include <catch2/catch.hpp>

#include <string>
#include <string_view>

#include <libsched/base/random.hpp>
#include <libsched/scenario/scenario.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {
namespace {

const std::string kFull = R"(version: 1
gpu: {instance: g4dn.xlarge, slice_us: 1000, switch_us: {preempt: 100, idle: 0}, refill_us: 10, ring: arrival}
sharing: {mode: time-slicing, replicas: 4}
workloads:
  - name: detector
    pods: 4
    arrivals: &a {kind: batch, total_rate_per_s: 5, size: {dist: geometric, mean: 4}, route: shared-queue}
    request: {gpu_ms: {T4: 8.0, A10G: {dist: lognormal, mean: 3.4, cv: 0.2}}, cpu_ms: 1, bursts: 3, launch: async}
    memory_mib: {from: 1000, to: 3200, at_s: 60}
    slo: {p99_ms: 60}
  - {name: "b", arrivals: {kind: mmpp, rates_per_s: [0, 50], mean_s: [10, 0.5]}, request: {gpu_ms: 2e0}}
  - {name: 'c', arrivals: *a, request: {gpu_ms: {dist: hyperexponential, p: 0.25, means: [1, 5]}}}
run: {seed: 18446744073709551615, duration_s: auto, precision: 0.05, engine: stepping}
)";

/// One to four bytes deleted, replaced, doubled or inserted.
std::string mutated(std::string text, Draw& draw) {
  constexpr std::string_view kBytes = "{}[]:,-?&*#|>'\"!%@` \t\n0123456789.eE+-~aznifT4\x01\xC3\xFF";
  const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(draw.bits() % n); };
  const std::size_t changes = 1 + pick(4);
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = pick(text.size());
    switch (pick(4)) {
      case 0:
        text.erase(at, 1 + pick(8));
        break;
      case 1:
        text[at] = kBytes[pick(kBytes.size())];
        break;
      case 2:
        text.insert(at, 1, kBytes[pick(kBytes.size())]);
        break;
      default:
        text.insert(at, text.substr(pick(text.size()), 1 + pick(40)));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a mutated scenario is read or refused with placed issues, never worse", "[scenario][invariant]") {
  REQUIRE(test::issues(test::read(kFull)) == "");
  std::size_t refused = 0;
  constexpr std::uint64_t kRuns = 3000;
  for (std::uint64_t n = 0; n < kRuns; ++n) {
    Draw draw{RandomKey{1, 1}, Purpose::kRoute, n};
    const std::string text = mutated(kFull, draw);
    const auto result = test::read(text);
    if (result) continue;
    ++refused;
    REQUIRE_FALSE(result.error().empty());
    for (const Issue& issue : result.error()) {
      CAPTURE(text);
      REQUIRE(issue.where.starts_with("t.yaml"));
      REQUIRE_FALSE(issue.what.empty());
      REQUIRE_FALSE(issue.fix.empty());
    }
  }
  CHECK(refused > kRuns / 4);
}

}  // namespace libsched::scenario
