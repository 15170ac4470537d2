#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include <libsched/hw/catalog.hpp>
#include <validation/shipped.hpp>

namespace libsched::plan {

namespace {

/// Every row of these cases is predicted within `percent`.
void check_within(const std::string& start, double percent) {
  for (const ValidationRow& row : test::rows(start)) {
    CAPTURE(row.name, row.measured, row.error_pct);
    REQUIRE(row.predicted);
    CHECK(std::abs(row.error_pct) <= percent);
  }
}

}  // namespace

TEST_CASE("five and seven busy pods on an A100 are predicted within 2 %", "[validation]") {
  check_within("nos-yolos-a100, 5", 2);
  check_within("nos-yolos-a100, 7", 2);
}

TEST_CASE("two to six training processes on a GH200 are predicted within 2 % from the A100's numbers", "[validation]") {
  CHECK(test::rows("gh200-attention, ").size() == 4);
  check_within("gh200-attention", 2);
  check_within("gh200-hybrid", 2);
}

TEST_CASE("the GH200's own profile predicts its training processes within 2 % and covers them", "[validation]") {
  auto cases = shipped_validation_cases();
  REQUIRE(cases.has_value());
  std::vector<scenario::ValidationCase> own;
  for (scenario::ValidationCase& one : *cases) {
    if (!one.name.starts_with("gh200-attention") && !one.name.starts_with("gh200-hybrid")) continue;
    one.scenario.gpu.model.profile = hw::find_gpu("GH200")->profile;
    own.push_back(one);
  }
  for (const ValidationRow& row : validate(own).rows) {
    CAPTURE(row.name, row.error_pct);
    CHECK(std::abs(row.error_pct) <= 2);
    CHECK(row.covered);
  }
}

TEST_CASE("processes that launch too slowly to fill a GH200 are predicted within 6 %", "[validation]") {
  check_within("gh200-gdn", 6);
}

TEST_CASE("requests shorter than a slice on an RTX 3090 are predicted within 2 %, p99 too", "[validation]") {
  CHECK(test::rows("yolov8s-rtx3090, 3 processes").size() == 3);
  check_within("yolov8s-rtx3090", 2);
}

TEST_CASE("training that fills an RTX 4090 is predicted within 4 %, training that does not within 12 %",
          "[validation]") {
  check_within("tsfast-h200", 4);
  check_within("tsfast-h10", 12);
}

TEST_CASE("microsecond bursts, which make sharing slower than one process, are predicted within 8 %", "[validation]") {
  check_within("relion-rtx2080ti", 8);
  // Slower than one process alone: 1000 / 44 s.
  for (const ValidationRow& row : test::rows("relion-rtx2080ti")) CHECK(row.predicted->value < 1000 / 44.0);
}

TEST_CASE("where an input was not published the interval contains the measurement", "[validation]") {
  for (const ValidationRow& row : test::rows("tsfast-unknown-share")) {
    CAPTURE(row.name);
    CHECK_FALSE(row.tolerance_pct);
    CHECK(row.covered);
  }
}

TEST_CASE("every row that judges is met, and the verdict counts only those", "[validation]") {
  std::size_t judged = 0, fitted = 0;
  for (const ValidationRow& row : test::shipped().rows) {
    CAPTURE(row.name, row.error_pct);
    CHECK(row.met);
    (row.role == scenario::Role::kFit ? fitted : judged) += row.tolerance_pct ? 1 : 0;
  }
  CHECK(judged >= 20);
  CHECK_THAT(verdict(test::shipped()), Catch::StartsWith(std::to_string(judged) + " of " + std::to_string(judged)));
  CHECK_THAT(verdict(test::shipped()), Catch::Contains(std::to_string(fitted) + " fitted rows"));
}

}  // namespace libsched::plan
