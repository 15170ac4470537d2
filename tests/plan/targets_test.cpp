#include <libsched/plan/detail/target.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include <libsched/hw/catalog.hpp>

#include "fleet.hpp"

namespace libsched::plan::detail {
namespace {

bool says(const Issues& issues, const std::string& text) {
  return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
    return (issue.where + ": " + issue.what + "; " + issue.fix).find(text) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("without instances the plan is for the file's own card or instance", "[plan][unit]") {
  const auto bare = targets(fleet(detectors("{model: T4}")), {});
  REQUIRE(bare.has_value());
  REQUIRE(bare->size() == 1);
  CHECK(!bare->front().instance);
  CHECK(!bare->front().usd_per_hour);

  const auto own = targets(fleet(detectors()), {});
  REQUIRE(own.has_value());
  CHECK(own->front().instance->name == "g4dn.xlarge");
  CHECK(*own->front().usd_per_hour == Approx(*hw::find_instance("g4dn.xlarge")->usd_per_hour));
  CHECK(!own->front().estimated());
}

TEST_CASE("a given price replaces the catalogue's", "[plan][unit]") {
  PlanOptions options;
  options.usd_per_hour["g4dn.xlarge"] = 0.2;
  CHECK(*targets(fleet(detectors()), options)->front().usd_per_hour == 0.2);
}

TEST_CASE("wrong instances and prices are all reported at once", "[plan][unit]") {
  PlanOptions options;
  options.instances = {"g4dn.xlrge", "g6f.large", "g4dn.xlarge"};
  options.usd_per_hour = {{"g5.xlage", 1.0}, {"g4dn.xlarge", -1.0}, {"g5.xlarge", 2e6}};
  const auto result = targets(fleet(detectors()), options);
  REQUIRE(!result.has_value());
  CHECK(says(result.error(), "--instances: unknown instance 'g4dn.xlrge'; did you mean g4dn.xlarge?"));
  CHECK(says(result.error(), "g6f.large has a fraction of a GPU"));
  CHECK(says(result.error(), "--price: unknown instance 'g5.xlage'"));
  CHECK(says(result.error(), "the price of g4dn.xlarge is -1"));
  CHECK(says(result.error(), "the price of g5.xlarge is 2e+06; give USD per hour, at most 1e+06"));
}

TEST_CASE("a card without a number is scaled between the ratios of its figures", "[plan][unit]") {
  PlanOptions options;
  options.instances = {"g5.xlarge"};
  const auto result = targets(fleet(detectors()), options);
  REQUIRE(result.has_value());
  const Target& target = result->front();
  CHECK(target.estimated());
  REQUIRE(target.gpu_time.size() == 1);
  const GpuTime& time = target.gpu_time[0];
  CHECK(time.scaled_from == "T4");
  CHECK(time.ratio.low < time.ratio.high);
  CHECK(time.ratio.centre == Approx(std::sqrt(time.ratio.low * time.ratio.high)));
  CHECK(time.law.mean() == Approx(8.0 * time.ratio.centre));
  const auto* t4 = hw::find_gpu("T4");
  const auto* a10g = hw::find_gpu("A10G");
  const double bandwidth = *t4->bandwidth_gb_per_s.value / *a10g->bandwidth_gb_per_s.value;
  CHECK(time.ratio.low <= bandwidth);
  CHECK(bandwidth <= time.ratio.high);
}

}  // namespace libsched::plan::detail
