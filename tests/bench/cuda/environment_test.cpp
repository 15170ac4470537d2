#include "bench/cuda/environment.hpp"

#include <catch2/catch.hpp>

using namespace slicewise::bench::cuda;
using Catch::Matchers::Contains;

namespace {

Found good() {
  return {0, "", 13000, 13000, 1, 0, {}};
}

}  // namespace

TEST_CASE("a GPU in its usual state is no obstacle", "[bench][cuda][unit]") {
  CHECK_FALSE(obstacle(good()));
}

TEST_CASE("no driver and no visible GPU mean that there is no device", "[bench][cuda][unit]") {
  Found found = good();
  found.driver_version = 0;
  found.error = 35;
  REQUIRE(obstacle(found));
  CHECK(obstacle(found)->no_device);
  CHECK_THAT(obstacle(found)->why, Contains("no NVIDIA driver"));

  found = good();
  found.devices = 0;
  found.error = 100;
  found.error_text = "no CUDA-capable device is detected";
  REQUIRE(obstacle(found));
  CHECK(obstacle(found)->no_device);
  CHECK_THAT(obstacle(found)->why, Contains("CUDA_VISIBLE_DEVICES"));
}

TEST_CASE("an old driver, MPS left on and an exclusive GPU are each told with what to do", "[bench][cuda][unit]") {
  Found found = good();
  found.driver_version = 12020;
  found.error = 35;
  found.devices = 0;
  REQUIRE(obstacle(found));
  CHECK_FALSE(obstacle(found)->no_device);
  CHECK(
      obstacle(found)->why ==
      "the driver knows CUDA up to 12.2, this program needs 13.0; install a newer driver or build with an older CUDA");

  found = good();
  found.mps = "/tmp/nvidia-mps";
  REQUIRE(obstacle(found));
  CHECK_THAT(obstacle(found)->why, Contains("echo quit | nvidia-cuda-mps-control") && Contains("/tmp/nvidia-mps"));

  found = good();
  found.compute_mode = 3;
  REQUIRE(obstacle(found));
  CHECK_THAT(obstacle(found)->why, Contains("nvidia-smi -c DEFAULT"));

  for (const Found& one : {found}) CHECK(obstacle(one)->why.find('\n') == std::string::npos);
}

TEST_CASE("a GPU that does not start is not the same as none", "[bench][cuda][unit]") {
  Found found = good();
  found.devices = 0;
  found.error = 802;  // such as an H200 whose fabric manager does not run
  found.error_text = "system not yet initialized";
  REQUIRE(obstacle(found));
  CHECK_FALSE(obstacle(found)->no_device);
  CHECK(obstacle(found)->why == "CUDA does not start: system not yet initialized");
}
