#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <libsched/scenario/system_spec.hpp>
#include <scenario/read_text.hpp>

namespace libsched::scenario {

namespace {

Scenario shared(const std::string& request) {
  const auto result = test::read(test::kSmallest, {{"sharing", "{mode: time-slicing, replicas: 2}"},
                                                   {"workloads[0].pods", "2"},
                                                   {"workloads[0].request", request}});
  REQUIRE(test::issues(result) == "");
  return *result;
}

/// The bursts of the only workload in this variant; none where the variant is not worth running.
std::optional<int> bursts(const Scenario& scenario, Variant variant) {
  const std::vector<Variant> all = variants(scenario);
  if (std::find(all.begin(), all.end(), variant) == all.end()) return std::nullopt;
  const Placement placement = place(scenario);
  const auto spec = system_spec(scenario, placement, judge_load(scenario, placement, variant), variant);
  return spec.workloads[0].laws.bursts;
}

}  // namespace

TEST_CASE("a burst length that nobody gave may be three times as long or as short", "[scenario][unit]") {
  // Asynchronous without a number: 64 launches are assumed; 64 / 3 rounded up is 22.
  const Scenario launches = shared("{gpu_ms: 8, cpu_ms: 1, launch: async}");
  CHECK(bursts(launches, Variant::kNominal) == 64);
  CHECK(bursts(launches, Variant::kSwitchHigh) == 64);
  CHECK(bursts(launches, Variant::kBurstsFewer) == 22);
  CHECK(bursts(launches, Variant::kBurstsMore) == 192);
}

TEST_CASE("one burst cannot become fewer", "[scenario][unit]") {
  const Scenario one = shared("{gpu_ms: 8, cpu_ms: 1}");
  CHECK(bursts(one, Variant::kBurstsFewer) == std::nullopt);
  CHECK(bursts(one, Variant::kBurstsMore) == 3);
}

TEST_CASE("a burst length that is given, or does not matter, is not varied", "[scenario][unit]") {
  CHECK(bursts(shared("{gpu_ms: 8, cpu_ms: 1, bursts: 4}"), Variant::kBurstsMore) == std::nullopt);
  CHECK(bursts(shared("{gpu_ms: 8}"), Variant::kBurstsMore) == std::nullopt);
  Scenario alone = shared("{gpu_ms: 8, cpu_ms: 1}");
  alone.sharing = Sharing{};
  CHECK(bursts(alone, Variant::kBurstsMore) == std::nullopt);
}

}  // namespace libsched::scenario
