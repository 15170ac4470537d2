#include <libsched/hw/catalog.hpp>

#include <catch2/catch.hpp>

using namespace libsched;

namespace {
const hw::GpuProfile& base() {
  return hw::find_gpu("T4")->profile;
}
}  // namespace

TEST_CASE("a profile file overrides what it states and keeps the rest", "[hw][unit]") {
  const auto profile = hw::read_profile(
      "schema: slicewise.profile/1\n"
      "gpu: T4\n"
      "slice_us: {low: 1000, nominal: 1024, high: 1100, source: record a.json}\n"
      "preempt_us: 120\n"
      "ring: arrival\n",
      "t4.yaml", base());
  REQUIRE(profile.has_value());
  CHECK(profile->gpu == "T4");
  CHECK(profile->profile.slice_us.low == 1000);
  CHECK(profile->profile.slice_us.nominal == 1024);
  CHECK(profile->profile.slice_us.high == 1100);
  CHECK(profile->profile.slice_us.source == "record a.json");
  CHECK_FALSE(profile->profile.preempt_us.uncertain());  // a plain number is exact
  CHECK(profile->profile.preempt_us.source == "t4.yaml:4");
  CHECK(profile->profile.ring == hw::Ring::kArrival);
  CHECK(profile->profile.voluntary_us.nominal == base().voluntary_us.nominal);
  CHECK(profile->profile.assumed);  // most of it still is
}

TEST_CASE("a profile with the slice and every switch cost is no longer an assumed one", "[hw][unit]") {
  const auto profile =
      hw::read_profile("{slice_us: 2000, preempt_us: 100, voluntary_us: 90, idle_us: 0}", "p.yaml", base());
  REQUIRE(profile.has_value());
  CHECK(profile->gpu.empty());
  CHECK_FALSE(profile->profile.assumed);
}

TEST_CASE("an end of the range that a profile leaves out is the nominal value", "[hw][unit]") {
  const auto profile = hw::read_profile("preempt_us: {nominal: 100, high: 150}", "p.yaml", base());
  REQUIRE(profile.has_value());
  CHECK(profile->profile.preempt_us.low == 100);
  CHECK(profile->profile.preempt_us.high == 150);
}

TEST_CASE("all problems of a profile are reported at once with their lines", "[hw][unit]") {
  const auto profile = hw::read_profile(
      "slice_us: {low: 3000, nominal: 2000, high: 2100, source: x}\n"
      "preemt_us: 100\n"
      "voluntary_us: [1, 2]\n"
      "idle_us: {low: 1}\n"
      "refill_us: -1\n"
      "idle_gap_us: .nan\n"
      "ring: oldest\n"
      "assumed: perhaps\n"
      "host_contention: {nominal: 0.02, hihg: 1}\n"
      "host_contention: 1e400\n",
      "p.yaml", base());
  REQUIRE_FALSE(profile.has_value());
  std::string all;
  for (const Issue& issue : profile.error()) all += issue.where + " " + issue.what + "; " + issue.fix + "\n";
  INFO(all);
  for (const char* expected :
       {"p.yaml:1 'slice_us' of the profile does not have low <= nominal <= high",
        "p.yaml:2 unknown key 'preemt_us' in the profile; did you mean 'preempt_us'?",
        "p.yaml:3 'voluntary_us' of the profile is not a number", "p.yaml:4 'idle_us' of the profile has no 'nominal'",
        "p.yaml:5 'refill_us' of the profile is -1, must be >= 0",
        "p.yaml:6 'idle_gap_us' of the profile is not a number",
        "p.yaml:7 unknown ring 'oldest'; write creation or arrival",
        "p.yaml:8 'assumed' of the profile is not true or false", "p.yaml:9 unknown key 'hihg'",
        "p.yaml:10 'host_contention' is given twice"}) {
    CHECK(all.find(expected) != std::string::npos);
  }
  CHECK(profile.error().size() == 10);
}

TEST_CASE("each ring is read by its name", "[hw][unit]") {
  for (const hw::Ring ring : hw::kRings) {
    const auto profile = hw::read_profile(std::string{"ring: "} + name(ring), "p.yaml", base());
    REQUIRE(profile.has_value());
    CHECK(profile->profile.ring == ring);
  }
}

TEST_CASE("a slice of no length is refused while a free switch is not", "[hw][unit]") {
  CHECK_FALSE(hw::read_profile("slice_us: 0", "p.yaml", base()).has_value());
  CHECK(hw::read_profile("{preempt_us: 0, voluntary_us: 0, idle_us: 0}", "p.yaml", base()).has_value());
}

TEST_CASE("a profile text that is not a mapping is one problem", "[hw][unit]") {
  for (const char* text : {"", "7", "[1]", "{", "a: b: c", "slice_us: &a [*a, *a]"}) {
    INFO(text);
    const auto profile = hw::read_profile(text, "p.yaml", base());
    REQUIRE_FALSE(profile.has_value());
    CHECK(profile.error().size() == 1);
    CHECK(profile.error().front().where.rfind("p.yaml", 0) == 0);
  }
}

TEST_CASE("text that is no profile is refused, however it starts", "[hw][unit]") {
  const std::string deep(100'000, '[');
  for (const std::string& text : {std::string{","}, std::string{",vanon:: NULL "}, std::string{"!:minaNULL, hig2\n"},
                                  std::string{"]"}, std::string{"- 1"}, std::string{"a: 1\n---\nb: 2\n"}, deep}) {
    INFO(text.substr(0, 20));
    const auto read = hw::read_profile(text, "p.yaml", {});
    REQUIRE(!read.has_value());
    CHECK(read.error()[0].where.starts_with("p.yaml:"));
  }
}
