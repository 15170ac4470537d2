#include <libsched/share/device_time.hpp>

#include <catch2/catch.hpp>

using namespace libsched;
using namespace libsched::share;

namespace {

const Estimate kOneSlice{5.82, 6.22, 6.44, "test"};
const Estimate kThreeSlices{1.85, 1.98, 2.07, "test"};

}  // namespace

TEST_CASE("an instance that is the whole card changes nothing", "[share][unit]") {
  CHECK(time_on_instance({20, false, {}}, Estimate::exact(1, "")).high == 1);
}

TEST_CASE("from the whole card alone the time on an instance is unknown between unchanged and fully GPU-bound",
          "[share][unit]") {
  const Estimate ratio = time_on_instance({20, false, {}}, kThreeSlices);
  CHECK(ratio.low == 1);
  CHECK(ratio.nominal == 1.98);
  CHECK(ratio.high == 2.07);
  CHECK(ratio.source.find("unknown") == 0);
}

TEST_CASE("with a second point the time follows a line for waiting hosts, the longer of two for hosts that run ahead",
          "[share][unit]") {
  const Solo sync{20, false, {{kOneSlice, 20 + 5.22 * 4}}};  // 4 ms of work that grows, 16 ms that does not
  CHECK(time_on_instance(sync, kThreeSlices).nominal == Approx((16 + 4 * 1.98) / 20));
  CHECK(time_on_instance(sync, kOneSlice).nominal == Approx((16 + 4 * 6.22) / 20));
  const Solo async{20, true, {{kOneSlice, 62.2}}};  // 10 ms of GPU under 20 ms of host
  CHECK(time_on_instance(async, kThreeSlices).nominal == Approx(1));
  CHECK(time_on_instance(async, kOneSlice).nominal == Approx(3.11));
  const Solo host_bound{20, true, {{kOneSlice, 20.9}}};
  CHECK(time_on_instance(host_bound, kOneSlice).nominal == 1);
}

TEST_CASE("a measured profile is taken as measured", "[share][unit]") {
  const double ms = 31;
  const Estimate ratio = time_on_instance({20, false, {{kOneSlice, 90}}}, kThreeSlices, &ms);
  CHECK(ratio.nominal == Approx(1.55));
  CHECK_FALSE(ratio.uncertain());
}

TEST_CASE("the slowdown on a small profile tells how much of its time a request is GPU-bound", "[share][unit]") {
  CHECK(busy_on_instance({10, true, {{kOneSlice, 62.2}}}, Estimate::exact(1, ""), 1).nominal == Approx(1));
  CHECK(busy_on_instance({10, true, {{kOneSlice, 31.1}}}, Estimate::exact(1, ""), 1).nominal == Approx(0.5));
  // No slower on the small one: anything from nothing to all of it there.
  const Estimate unknown = busy_on_instance({10, true, {{kOneSlice, 10}}}, kOneSlice, 1);
  CHECK(unknown.low == 0);
  CHECK(unknown.high == Approx(1));
}

TEST_CASE("a thread cap costs nothing until it takes SMs that the kernel fills", "[share][unit]") {
  CHECK(thread_cap(1) == 1);
  CHECK(thread_cap(0.8) == 1);
  CHECK(thread_cap(0.25) == Approx(3.2));
}
