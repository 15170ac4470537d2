// The records of a core under SCHED_RR that lie in data/measurements: a device that nobody simulated.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include <libsched/plan/record_cases.hpp>
#include <libsched/plan/validate.hpp>

namespace libsched::plan {
namespace {

const std::string kFolder = std::string{SLICEWISE_SOURCE_DIR} + "/data/measurements/host-amd-epyc";

Result<std::vector<calib::Record>> read() {
  return calib::read_records({kFolder});
}

}  // namespace

TEST_CASE("a core under SCHED_RR has the slice of its kernel and serves in order of arrival", "[validation]") {
  const auto records = read();
  REQUIRE(records);
  const auto fit = calib::fit_profile(*records);
  REQUIRE(fit);
  CHECK(fit->profile.slice_us.nominal == Approx(20'000).epsilon(0.01));  // sched_rr_timeslice_ms
  CHECK(fit->ring_identified);
  CHECK(fit->profile.ring == hw::Ring::kArrival);
  CHECK(fit->profile.preempt_us.nominal < 100);
  for (const calib::FitResidual& one : fit->residuals) CHECK(std::abs(one.error_pct()) < 0.2);
}

TEST_CASE("medians and throughputs of two to four processes on a core are predicted within 10 %", "[validation]") {
  const auto records = read();
  REQUIRE(records);
  auto cases = record_cases(*records);
  REQUIRE(cases);
  std::erase_if(cases->cases, [](const scenario::ValidationCase& one) { return one.role == scenario::Role::kFit; });
  double rows = 0, within = 0, sum = 0;
  for (const ValidationRow& row : validate(cases->cases).rows) {
    if (row.metric == scenario::Metric::kP99) continue;
    REQUIRE(row.predicted);
    ++rows;
    within += std::abs(row.error_pct) <= 10;
    sum += std::abs(row.error_pct);
    INFO(row.name << " " << scenario::name(row.metric) << " " << row.error_pct << " %");
    CHECK(std::abs(row.error_pct) < 12);  // a busy machine has its bad runs
  }
  CHECK(rows >= 24);
  CHECK(within / rows >= 0.9);
  CHECK(sum / rows < 4);
}

}  // namespace libsched::plan
