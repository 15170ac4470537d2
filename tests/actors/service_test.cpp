#include <catch2/catch.hpp>

#include "actors/one_gpu.hpp"

using namespace libsched;
using namespace libsched::test;
using workload::Distribution;

namespace {

/// Closed tenants that share one GPU by turns that cost nothing, one request at a time each.
actors::SystemSpec tenants(int pods, double copy_ms, double cpu_ms, double gpu_ms) {
  auto spec =
      system(workload::Closed{}, Distribution::constant(gpu_ms), pods, share::ModeKind::kTimeSlicing, slices(1000, 0));
  spec.workloads[0].laws.copy = Distribution::constant(copy_ms);
  spec.workloads[0].laws.cpu = Distribution::constant(cpu_ms);
  return spec;
}

}  // namespace

TEST_CASE("a copy comes before the GPU's work and runs beside that of others", "[actors][unit]") {
  const auto alone = run_seconds(tenants(1, 5, 0, 5), 10);
  CHECK(alone.workloads[0].latency->mean_ms.value == Approx(10));
  CHECK(to_seconds(alone.gpus[0].busy) == Approx(5).margin(0.01));  // copies are no compute
  const auto both = run_seconds(tenants(2, 5, 0, 5), 10);
  CHECK(both.workloads[0].latency->mean_ms.value == Approx(10).epsilon(0.01));  // one copies while the other computes
  CHECK(to_seconds(both.gpus[0].busy) == Approx(10).margin(0.02));
}

TEST_CASE("the copy engine of a GPU makes one copy after the other, each GPU has its own", "[actors][unit]") {
  auto spec = tenants(2, 20, 0, 1);
  const auto one = run_seconds(spec, 100);
  CHECK(one.workloads[0].latency->mean_ms.value == Approx(40).epsilon(0.01));
  CHECK(one.workloads[0].latency->throughput_per_s.value == Approx(50).epsilon(0.01));
  spec.gpus.push_back(spec.gpus[0]);
  spec.pods[1].gpu = 1;
  CHECK(run_seconds(spec, 100).workloads[0].latency->mean_ms.value == Approx(21));
}

TEST_CASE("with a second stream one request's host work runs beside the other's GPU work", "[actors][unit]") {
  auto spec = tenants(1, 0, 10, 10);
  spec.workloads[0].arrivals = workload::Closed{2, Distribution::constant(0)};
  const auto one = run_seconds(spec, 100);
  CHECK(one.workloads[0].latency->throughput_per_s.value == Approx(50).epsilon(0.01));
  CHECK(one.workloads[0].latency->mean_ms.value == Approx(40).epsilon(0.01));  // waits for the other request as well
  spec.workloads[0].streams = 2;
  const auto two = run_seconds(spec, 100);
  CHECK(two.workloads[0].latency->throughput_per_s.value == Approx(100).epsilon(0.01));
  CHECK(two.workloads[0].latency->mean_ms.value == Approx(20).epsilon(0.01));
}
