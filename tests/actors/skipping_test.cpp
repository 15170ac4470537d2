#include <catch2/catch.hpp>

#include <cmath>

#include "one_gpu.hpp"

using namespace libsched;

namespace {

/// Eight closed tenants, exponential jobs of `mean_ms` and think times four times as long, for 3000 mean jobs.
actors::Outcome eight_tenants(double mean_ms, double slice_ms, share::Slices slices) {
  using Exponential = workload::Distribution::Exponential;
  actors::SystemSpec spec = test::system(workload::Closed{1, workload::Distribution::Law{Exponential{4 * mean_ms}}},
                                         workload::Distribution::Law{Exponential{mean_ms}}, 8,
                                         share::ModeKind::kTimeSlicing, test::slices(slice_ms, 0.2));
  spec.gpus[0].slices = slices;
  return test::run_seconds(spec, 3 * mean_ms);
}

double events_per_completion(const actors::Outcome& outcome) {
  return static_cast<double>(outcome.events) / static_cast<double>(outcome.workloads[0].completed);
}

}  // namespace

TEST_CASE("a request costs as many events whatever the length of jobs and slices", "[actors][law]") {
  const double short_jobs = events_per_completion(eight_tenants(100, 2, share::Slices::kSkip));
  CHECK(short_jobs < 5);  // an arrival, a burst's end as event and as change
  for (const double mean_ms : {1e3, 1e4, 1e6}) {
    CHECK(events_per_completion(eight_tenants(mean_ms, 2, share::Slices::kSkip)) == Approx(short_jobs).epsilon(0.02));
  }
  CHECK(events_per_completion(eight_tenants(1e3, 0.02, share::Slices::kSkip)) == Approx(short_jobs).epsilon(0.1));
  // Stepping doubles with the length.
  const double one = events_per_completion(eight_tenants(500, 2, share::Slices::kStep));
  const double two = events_per_completion(eight_tenants(1000, 2, share::Slices::kStep));
  CHECK(two / one == Approx(2).epsilon(0.1));
}

TEST_CASE("both engines complete the same requests at the same times", "[actors][twin]") {
  for (const double mean_ms : {10.0, 100.0, 1000.0}) {
    const actors::Outcome stepped = eight_tenants(mean_ms, 2, share::Slices::kStep);
    const actors::Outcome skipped = eight_tenants(mean_ms, 2, share::Slices::kSkip);
    CHECK(stepped.workloads[0].completed == skipped.workloads[0].completed);
    CHECK(stepped.workloads[0].latency->mean_ms.value == skipped.workloads[0].latency->mean_ms.value);
    CHECK(stepped.workloads[0].latency->max_ms == skipped.workloads[0].latency->max_ms);
    CHECK(stepped.gpus[0].busy == skipped.gpus[0].busy);
    CHECK(stepped.gpus[0].switching == skipped.gpus[0].switching);
  }
}
