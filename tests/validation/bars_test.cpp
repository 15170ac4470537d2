#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

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
  for (const char* data : {"gh200-attention, ", "gh200-attention-repeat, ", "gh200-hybrid, "}) check_within(data, 2);
}

TEST_CASE("the GH200's own profile predicts its training processes within 2 % and covers them", "[validation]") {
  auto cases = shipped_validation_cases();
  REQUIRE(cases.has_value());
  std::vector<scenario::ValidationCase> own;
  for (scenario::ValidationCase& one : *cases) {
    if (one.scenario.sharing.mode != scenario::Mode::kTimeSlicing) continue;
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
  check_within("gh200-gdn, ", 6);
}

TEST_CASE("requests shorter than a slice on an RTX 3090 are predicted within 2 %, p99 too", "[validation]") {
  CHECK(test::rows("yolov8s-rtx3090, 3 processes").size() == 3);
  check_within("yolov8s-rtx3090", 2);
}

TEST_CASE("training that fills an RTX 4090 is predicted within 4 %, training that does not within 12 %",
          "[validation]") {
  check_within("tsfast-h200-rtx4090, ", 4);
  check_within("tsfast-h10", 12);
}

TEST_CASE("microsecond bursts, which make sharing slower than one process, are predicted within 8 %", "[validation]") {
  check_within("relion-rtx2080ti", 8);
  // Slower than one process alone: 1000 / 44 s.
  for (const ValidationRow& row : test::rows("relion-rtx2080ti")) CHECK(row.predicted->value < 1000 / 44.0);
}

TEST_CASE("five and seven pods under MPS on an A100 are predicted within 3 % by the width that three show",
          "[validation]") {
  CHECK(test::rows("nos-yolos-a100-mps, ").size() == 3);
  check_within("nos-yolos-a100-mps", 3);
}

TEST_CASE(
    "training processes under MPS are predicted within 8 % on a GH200, 10 % on an RTX 4090, by the width that "
    "two show",
    "[validation]") {
  check_within("gh200-attention-mps", 8);
  check_within("gh200-hybrid-mps", 8);
  check_within("tsfast-h200-rtx4090-mps", 10);
}

TEST_CASE("one MPS client under a thread percentage is predicted within 12 % on a V100", "[validation]") {
  CHECK(test::rows("thread-percentage-v100").size() == 4);
  check_within("thread-percentage-v100", 12);
}

TEST_CASE("pods on MIG instances do not feel each other: one to seven are predicted within 2 %", "[validation]") {
  check_within("nos-yolos-a100-mig", 2);
}

namespace {

/// Mean and 90th percentile of the errors of three ParvaGPU models, %.
struct Errors {
  std::vector<double> percent;
  double mean() const {
    return std::accumulate(percent.begin(), percent.end(), 0.0) / static_cast<double>(percent.size());
  }
  double quantile(double q) const {
    auto sorted = percent;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
  }
};

Errors parvagpu(const std::string& kind) {
  Errors errors;
  for (const char* model : {"inceptionv3", "densenet169", "resnet152"}) {
    for (const ValidationRow& row : test::rows(std::string{"parvagpu-"} + model + "-" + kind)) {
      errors.percent.push_back(std::abs(row.error_pct));
    }
  }
  return errors;
}

}  // namespace

TEST_CASE("three models on MIG instances are predicted from two solo runs: mean error 6 %, p90 12 %, none above 20 %",
          "[validation]") {
  const Errors errors = parvagpu("mig");
  CHECK(errors.percent.size() == 48);
  CHECK(errors.mean() <= 6);
  CHECK(errors.quantile(0.9) <= 12);
  CHECK(errors.quantile(1) <= 20);
}

TEST_CASE("two to five MPS clients on a MIG instance are predicted from solo runs: mean error 7 %, p90 13 %",
          "[validation]") {
  const Errors errors = parvagpu("mps");
  CHECK(errors.percent.size() == 210);
  CHECK(errors.mean() <= 7);
  CHECK(errors.quantile(0.9) <= 13);
}

TEST_CASE("where nobody measured how much of a request is GPU work, nine intervals of ten contain the measurement",
          "[validation]") {
  const auto rows = test::rows("parvagpu-host-bound-mps");
  CHECK(rows.size() == 80);
  const auto covered = std::count_if(rows.begin(), rows.end(), [](const ValidationRow& row) { return row.covered; });
  CHECK(covered >= 72);  // the others are named in docs/accuracy.md
}

TEST_CASE("where an input was not published the interval contains the measurement", "[validation]") {
  REQUIRE(test::rows("tsfast-unknown-share").size() == 8);
  for (const ValidationRow& row : test::rows("tsfast-unknown-share")) {
    CAPTURE(row.name);
    CHECK_FALSE(row.tolerance_pct);
    CHECK(row.covered);
  }
}

TEST_CASE("where of time-sliced work the utilisation alone was published, the interval contains the measurement",
          "[validation]") {
  for (const char* data : {"tsfast-h10", "tsfast-h200-rtx4090, "}) {
    REQUIRE(test::rows(data).size() >= 4);
    for (const ValidationRow& row : test::rows(data)) {
      CAPTURE(row.name, row.predicted->low, row.measured, row.predicted->high);
      CHECK(row.covered);
    }
  }
}

TEST_CASE("every row that judges is met, and the verdict counts only those", "[validation]") {
  std::size_t judged = 0, fitted = 0;
  for (const ValidationRow& row : test::shipped().rows) {
    CAPTURE(row.name, row.error_pct);
    // Known misses of this data set are counted by the test above.
    CHECK((row.met || row.name.starts_with("parvagpu-host-bound-mps")));
    (row.role == scenario::Role::kFit ? fitted : judged) += row.tolerance_pct ? 1 : 0;
  }
  CHECK(judged >= 20);
  CHECK_THAT(verdict(test::shipped()), Catch::StartsWith(std::to_string(judged) + " of " + std::to_string(judged)));
  CHECK_THAT(verdict(test::shipped()), Catch::Contains(std::to_string(fitted) + " fitted rows"));
}

}  // namespace libsched::plan
