#include <libsched/workload/workload.hpp>

#include <catch2/catch.hpp>

namespace libsched::workload {

TEST_CASE("the mean rate of each arrival process", "[workload][unit]") {
  CHECK(mean_rate_per_s(Poisson{15.0}).value() == Approx(15.0));
  CHECK(mean_rate_per_s(Deterministic{2.0}).value() == Approx(2.0));
  CHECK(mean_rate_per_s(Batch{2.0, Distribution::constant(8.0)}).value() == Approx(16.0));
  CHECK(mean_rate_per_s(Batch{2.0, Distribution::Law{Distribution::Geometric{3.0}}}).value() == Approx(6.0));
  // 10/s for 3 s, then 2/s for 1 s: 32 requests in 4 s.
  CHECK(mean_rate_per_s(Mmpp{{10.0, 2.0}, {3.0, 1.0}}).value() == Approx(8.0));
  CHECK(mean_rate_per_s(Trace{{Time{}, Time{from_seconds(1)}, Time{from_seconds(2)}}}).value() == Approx(1.5));
  CHECK_FALSE(mean_rate_per_s(Trace{}).has_value());
  CHECK_FALSE(mean_rate_per_s(Closed{}).has_value());
}

TEST_CASE("the GPU time of a request is looked up by card", "[workload][unit]") {
  Request request;
  request.gpu_ms = {{"T4", Distribution::constant(8.0)}, {"A10G", Distribution::constant(3.4)}};
  REQUIRE(request.gpu_ms_on("A10G") != nullptr);
  CHECK(request.gpu_ms_on("A10G")->mean() == Approx(3.4));
  CHECK(request.gpu_ms_on("L4") == nullptr);
}

}  // namespace libsched::workload
